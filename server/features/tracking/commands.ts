import type { TrackingLink } from '#domain/schema/tracking.ts'
import type { TrackingSettings, TrackingSettingsPatch } from '#domain/schema/tracking-settings.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { readTrackingLink, readTrackingSettings, settingsColumns } from './queries.ts'

/**
 * Changes what recipients see and may change. Open pages learn of it when they read again.
 * @throws AppError `version_conflict`
 */
export async function changeTrackingSettings(
  trx: Trx,
  actor: Actor,
  change: TrackingSettingsPatch,
  seen: Seen,
  now: Date,
): Promise<TrackingSettings> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readTrackingSettings(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  const values = { ...change, version: before.version + 1 }
  const { id, ...changed } = await trx
    .insertInto('tracking_settings')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning([...settingsColumns, 'id'])
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type: 'tracking_settings.updated', id, data: changed, before }], now)
  return changed
}

/**
 * Withdraws every link to a delivery's tracking page, and makes another one.
 * @throws AppError `delivery_not_found`
 */
export async function renewTrackingLink(
  trx: Trx,
  deps: Pick<Deps, 'trackingKey' | 'config' | 'now'>,
  actor: Actor,
  id: string,
): Promise<TrackingLink> {
  const { workspaceId } = actor
  await readTrackingLink(trx, deps, workspaceId, id)
  await trx
    .updateTable('deliveries')
    .set((eb) => ({ tracking_generation: eb('tracking_generation', '+', 1), updated_at: deps.now() }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getDelivery(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'delivery.link_renewed', id, data }], deps.now())
  return linkOf(await readTrackingLink(trx, deps, workspaceId, id))
}

/** The link as `/v1` shows it. */
export const linkOf = ({ url, ended_at }: TrackingLink): TrackingLink => ({ url, ended_at })
