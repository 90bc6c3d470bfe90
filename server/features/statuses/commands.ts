import { sql } from 'kysely'
import { pastMoment, whyNoCorrection, whyNoStep, wrongTime } from '#domain/hand-status.ts'
import { AppError } from '#domain/errors.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { StatusCorrection, StatusStep } from '#domain/schema/status.ts'
import type { Trx } from '../../db/connect.ts'
import type { Author } from '../../events/append.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { recordEvents, setDeliveryStates, type NewEvent } from '../deliveries/commands.ts'
import { getDelivery, latestDelivery, lockDeliveries, readChains, type StoredDelivery } from '../deliveries/queries.ts'
import { readWays } from './queries.ts'
import { lastTimeIn } from './rules.ts'

/**
 * Says that a delivery went one step further. Saying the same again changes nothing.
 * @throws AppError `delivery_not_found`, `delivery_erased`, `version_conflict`, `delivery_state`, `validation_failed`
 */
export async function setStatus(
  trx: Trx,
  author: Author,
  id: string,
  step: StatusStep,
  seen: Seen,
  now: Date,
): Promise<Delivery> {
  const at = pastMoment(step.at, now)
  const before = await lockOne(trx, author, id, seen)
  const addsNothing =
    step.at === undefined && step.note === undefined && (step.reason ?? null) === before.failure_reason
  if (before.status !== step.status || !addsNothing) {
    const ways = await readWays(trx, author.workspaceId, [id])
    refuse(whyNoStep(before, { status: step.status, at }, ways(id)))
    await writeSteps(trx, author, [id], step, now)
  }
  return getDelivery(trx, author.workspaceId, id)
}

/**
 * Writes what was said about deliveries, after it was checked. Returns the new entries of their histories.
 * @throws AppError `delivery_state`
 */
export async function writeSteps(trx: Trx, author: Author, ids: string[], step: StatusStep, now: Date) {
  const said = {
    status_at: pastMoment(step.at, now).toISOString(),
    failure_reason: step.reason ?? null,
    status_note: step.note || null,
  }
  return setDeliveryStates(trx, { ids, to: step.status, actor: author, detail: { by_hand: true }, said, now })
}

/**
 * Corrects a wrong status, its time, its reason or its note. The history keeps both, and why.
 * @throws AppError `delivery_not_found`, `delivery_erased`, `version_conflict`, `nothing_to_correct`, `delivery_state`,
 * `validation_failed`
 */
export async function correctStatus(
  trx: Trx,
  author: Author,
  id: string,
  correction: StatusCorrection,
  seen: Seen,
  now: Date,
): Promise<Delivery> {
  const given = correction.at && pastMoment(correction.at, now)
  const before = await lockOne(trx, author, id, seen)
  const at = given || (await usualTime(trx, author, before, correction, now))
  const { status, reason = null, note = null, why } = correction
  const ways = await readWays(trx, author.workspaceId, [id])
  refuse(whyNoCorrection(before, { status, at, reason, note: note || null }, ways(id)))
  await trx
    .updateTable('deliveries')
    .set({ status, status_at: at, failure_reason: reason, status_note: note || null, updated_at: now })
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', id)
    .execute()
  const written = { correction_reason: why }
  await recordEvents(trx, author, [{ delivery_id: id, kind: 'corrected', before, written }], now)
  return getDelivery(trx, author.workspaceId, id)
}

/** When it really happened, if nobody says: when it first did, or else when the wrong one was recorded. */
async function usualTime(trx: Trx, author: Author, before: StoredDelivery, { status }: StatusCorrection, now: Date) {
  const recorded = before.status_at ?? undefined
  if (status === before.status) return new Date(recorded ?? now)
  const chain = await readChains(trx, author.workspaceId, [before.id])
  return new Date(lastTimeIn(chain, status) ?? recorded ?? now)
}

/** What undoes something that was said: the status before, with what was known about it. */
export type StatusBefore = Pick<Delivery, 'status' | 'status_at' | 'failure_reason' | 'status_note'>

/** What a failed delivery lost when it was moved to another day. */
export type PlaceBefore = Pick<StoredDelivery, 'scheduled_date' | 'driver_id' | 'route_id' | 'estimated_arrival'>

/**
 * Takes back what was said about deliveries. Their drivers, routes and arrivals are still there, or are given by `place`.
 */
export async function takeBackStatuses(
  trx: Trx,
  author: Author,
  rows: { before: StoredDelivery; to: StatusBefore; place?: PlaceBefore | undefined }[],
  now: Date,
) {
  const values = rows.map(({ before, to, place = before }) => {
    const { scheduled_date, driver_id, route_id, estimated_arrival } = place
    return { id: before.id, ...to, scheduled_date, driver_id, route_id, estimated_arrival }
  })
  await sql`
    update deliveries set status = r.status, status_at = r.status_at, failure_reason = r.failure_reason,
      status_note = r.status_note, scheduled_date = r.scheduled_date, driver_id = r.driver_id,
      route_id = (select o.id from routes o where o.workspace_id = ${author.workspaceId} and o.id = r.route_id),
      estimated_arrival = r.estimated_arrival, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(values)}::json)
      as r(id uuid, status text, status_at timestamptz, failure_reason text, status_note text,
        scheduled_date date, driver_id uuid, route_id uuid, estimated_arrival timestamptz)
    where deliveries.id = r.id and workspace_id = ${author.workspaceId}`.execute(trx)
  const events = rows.map(({ before }): NewEvent => {
    const isCancelled = before.status === 'cancelled'
    const detail: NewEvent['detail'] = isCancelled ? { why: 'Cancellation undone' } : { undone: true }
    return { delivery_id: before.id, kind: isCancelled ? 'status_changed' : 'corrected', before, detail }
  })
  return recordEvents(trx, author, events, now)
}

async function lockOne(trx: Trx, author: Author, id: string, seen: Seen): Promise<StoredDelivery> {
  const [before] = await lockDeliveries(trx, author.workspaceId, { ids: [id] })
  if (!before || before.deleted_at) throw new AppError('delivery_not_found')
  if (before.erased_at) throw new AppError('delivery_erased')
  await checkSeen(seen, before, () => latestDelivery(trx, author, id))
  return before
}

function refuse(refusal: ReturnType<typeof whyNoCorrection>): void {
  if (!refusal) return
  throw refusal.code === 'validation_failed'
    ? wrongTime(refusal.reason)
    : new AppError(refusal.code, { detail: refusal.reason })
}
