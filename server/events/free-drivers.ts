import type { Trx } from '../db/connect.ts'
import { freeDrivers as free } from '../db/drivers.ts'
import { appendEvents, type Author, type EventDraft } from './append.ts'

/** Takes a vehicle or a depot away from the drivers who have it, and tells of each. */
export async function freeDrivers(
  trx: Trx,
  author: Author,
  had: { vehicle_id: string } | { depot_id: string },
  now: Date,
): Promise<void> {
  const freed = await free(trx, author.workspaceId, had, now)
  const drafts = freed.map(({ driver, before }): EventDraft => ({
    type: 'driver.updated',
    id: driver.id,
    data: driver,
    before,
  }))
  await appendEvents(trx, author, drafts, now)
}
