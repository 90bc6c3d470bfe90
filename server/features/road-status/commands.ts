import type { Json } from '#domain/chain/canonical-json.ts'
import type { FailureReason } from '#domain/failure-reasons.ts'
import { conflictWords } from '#domain/road/judge-end.ts'
import type { OutcomeCode } from '#domain/road/outcomes.ts'
import { raiseAlert, type AlertDraft } from '../alerts/commands.ts'
import { recordEvents } from '../deliveries/commands.ts'
import type { StoredDelivery } from '../deliveries/queries.ts'
import type { RoadWork } from '../road/commands.ts'
import type { FoundStop } from './queries.ts'

export const refused = (code: OutcomeCode) => ({ outcome: 'refused', code }) as const
export const kept = (code: OutcomeCode) => ({ outcome: 'kept', code }) as const
export const conflict = (code: OutcomeCode) => ({ outcome: 'conflict', code }) as const

type Progress = {
  departed_at?: Date | null
  arrived_at?: Date | null
  arrived_by?: 'driver' | 'geofence'
  done_at?: Date | null
  skipped_at?: Date | null
}

/** Notes how far a stop is. Whatever happens there takes back that it was skipped. */
export async function noteProgress(
  { trx, author, driver }: RoadWork,
  stop: Pick<FoundStop, 'id' | 'delivery_id'>,
  progress: Progress,
): Promise<void> {
  const values = { skipped_at: null, ...progress, driver_id: driver.id }
  await trx
    .insertInto('stop_progress')
    .values({ workspace_id: author.workspaceId, stop_id: stop.id, delivery_id: stop.delivery_id, ...values })
    .onConflict((at) => at.columns(['workspace_id', 'stop_id']).doUpdateSet(values))
    .execute()
}

type StatusSet = {
  status: StoredDelivery['status']
  status_at?: string | Date | null
  failure_reason?: FailureReason | null
  status_note?: string | null
  driver_id: string | null
}
type Told = {
  detail?: Record<string, Json> | undefined
  written?: Record<string, Json> | undefined
  code?: OutcomeCode | null
}

/** Writes a status that the driver said, when it happened, with an entry in the delivery's history that says from where. */
export async function writeStatus(
  { trx, author, driver, reference, entry, now }: RoadWork,
  before: StoredDelivery,
  { status, status_at = entry.happenedAt, failure_reason = null, status_note = null, driver_id }: StatusSet,
  { detail = {}, written = {}, code = null }: Told = {},
): Promise<void> {
  const { workspaceId } = author
  const after = await trx
    .updateTable('deliveries')
    .set({
      status,
      status_at,
      failure_reason,
      status_note: status_note || null,
      driver_id,
      deleted_at: null,
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .returning(['status', 'status_at', 'failure_reason', 'status_note', 'driver_id', 'deleted_at', 'updated_at'])
    .returning('version')
    .executeTakeFirstOrThrow()
  const conflicting = code && { conflict: code, why: conflictWords[code]! }
  const wasEnded = before.status === 'delivered' || before.status === 'failed'
  const kind = wasEnded || status === 'dispatched' ? 'corrected' : 'status_changed'
  const told = { device: reference, ...detail, ...conflicting }
  await recordEvents(trx, author, [{ delivery_id: before.id, kind, before, detail: told, written }], now, [
    { ...before, ...after },
  ])
  if (code) await raiseAlert(trx, workspaceId, conflictAlert(driver, before, status, code), now)
}

function conflictAlert(
  driver: RoadWork['driver'],
  { id, number }: StoredDelivery,
  status: string,
  code: OutcomeCode,
): AlertDraft {
  const sentence = `${driver.name} says delivery ${number} is ${status}. ${conflictWords[code]}`
  return {
    kind: 'conflict',
    severity: 'medium',
    key: `conflict:${id}`,
    sentence,
    driver_id: driver.id,
    delivery_id: id,
  }
}
