import { AppError } from '#domain/errors.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { Tracker } from '#domain/schema/position.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { depotsOfDriver } from '../drivers/queries.ts'
import { listTrackers, trackerColumns } from './queries.ts'
import { hashOfToken, mostTrackers, newToken } from './rules.ts'

/**
 * Lets a tracker send positions of a driver.
 * @throws AppError `driver_inactive`, `too_many_trackers`
 */
export async function createTracker(
  trx: Trx,
  author: Author,
  driver: Pick<Driver, 'id' | 'active'>,
  name: string,
  now: Date,
): Promise<{ tracker: Tracker; token: string }> {
  const { workspaceId } = author
  await lockWorkspace(trx, workspaceId)
  if (!driver.active) throw new AppError('driver_inactive')
  const known = await listTrackers(trx, workspaceId, driver.id)
  if (known.filter(({ revoked_at }) => !revoked_at).length >= mostTrackers) {
    throw new AppError('too_many_trackers', { limit: mostTrackers })
  }
  const token = newToken()
  const tracker = await trx
    .insertInto('trackers')
    .values({ workspace_id: workspaceId, driver_id: driver.id, name, token_hash: hashOfToken(token)!, created_at: now })
    .returning(trackerColumns)
    .executeTakeFirstOrThrow()
  const depotIds = await depotsOfDriver(trx, workspaceId, driver.id)
  await appendEvents(trx, author, [{ type: 'tracker.created', id: tracker.id, data: tracker, depotIds }], now)
  return { tracker, token }
}

/**
 * Takes no more positions from a tracker. Those that it has sent stay.
 * @throws AppError `tracker_not_found`
 */
export async function revokeTracker(trx: Trx, author: Author, id: string, now: Date): Promise<Tracker> {
  const before = await trx
    .selectFrom('trackers')
    .select(trackerColumns)
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new AppError('tracker_not_found')
  if (before.revoked_at) return before
  const tracker = await trx
    .updateTable('trackers')
    .set({ revoked_at: now })
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', id)
    .returning(trackerColumns)
    .executeTakeFirstOrThrow()
  const depotIds = await depotsOfDriver(trx, author.workspaceId, tracker.driver_id)
  await appendEvents(trx, author, [{ type: 'tracker.revoked', id, data: tracker, before, depotIds }], now)
  return tracker
}
