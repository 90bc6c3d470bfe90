import type { RoadShift } from '#domain/schema/road-shift.ts'
import { appendEvents } from '../../events/append.ts'
import { depotsOfDriver } from '../drivers/queries.ts'
import type { Handled, RoadHandlers, RoadWork } from '../road/commands.ts'
import { kept, noteProgress, refused } from '../road-status/commands.ts'
import { findStop } from '../road-status/queries.ts'
import { breakOf, findOpenShift, findShift } from './queries.ts'

/** What drivers say of their shifts. */
export const shiftHandlers = {
  shift_started: startShift,
  shift_ended: endShift,
  break_started: startBreak,
  break_ended: endBreak,
} satisfies Partial<RoadHandlers>

/** One shift at a time: an older one that nobody ended is over when the next one begins. */
async function startShift(
  work: RoadWork,
  { shift_id, vehicle_id }: { shift_id: string; vehicle_id: string | null },
): Promise<Handled> {
  const { trx, author, driver, entry, deviceId, now } = work
  const { workspaceId } = author
  if (await findShift(trx, workspaceId, shift_id)) return { outcome: 'kept', code: 'already_so' }
  if (vehicle_id !== null && !(await hasVehicle(work, vehicle_id))) {
    return { outcome: 'refused', code: 'vehicle_unknown' }
  }
  const earlier = await findOpenShift(trx, workspaceId, driver.id)
  if (earlier) await close(work, earlier.id, null)
  await trx
    .insertInto('shifts')
    .values({
      workspace_id: workspaceId,
      id: shift_id,
      driver_id: driver.id,
      device_id: deviceId,
      vehicle_id,
      started_at: entry.happenedAt,
    })
    .execute()
  const data = (await findShift(trx, workspaceId, shift_id))!
  const depotIds = await depotsOfDriver(trx, workspaceId, driver.id)
  await appendEvents(trx, author, [{ type: 'shift.started', id: shift_id, data, depotIds }], now)
}

async function hasVehicle({ trx, author }: RoadWork, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('vehicles')
    .select('id')
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

async function endShift(
  work: RoadWork,
  { shift_id, odometer_km }: { shift_id: string; odometer_km: number | null },
): Promise<Handled> {
  const { trx, author, driver } = work
  const shift = await findShift(trx, author.workspaceId, shift_id)
  if (shift?.driver_id !== driver.id) return { outcome: 'refused', code: 'shift_unknown' }
  if (shift.ended_at) return { outcome: 'kept', code: 'already_so' }
  await close(work, shift_id, odometer_km)
}

async function close({ trx, author, entry, now }: RoadWork, id: string, odometer_km: number | null): Promise<void> {
  const { workspaceId } = author
  const before = (await findShift(trx, workspaceId, id))!
  const started = new Date(before.started_at)
  await trx
    .updateTable('shifts')
    .set((eb) => ({
      ended_at: entry.happenedAt > started ? entry.happenedAt : started,
      on_break_since: null,
      odometer_km,
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = (await findShift(trx, workspaceId, id))!
  const depotIds = await depotsOfDriver(trx, workspaceId, data.driver_id)
  await appendEvents(trx, author, [{ type: 'shift.ended', id, data, before, depotIds }], now)
}

/** A break of the plan, or one that nobody planned. */
async function startBreak(work: RoadWork, { stop_id }: { stop_id: string | null }): Promise<Handled> {
  const { trx, author, driver, entry } = work
  const shift = await findOpenShift(trx, author.workspaceId, driver.id)
  if (!shift) return refused('shift_unknown')
  if (shift.on_break_since) return kept('already_so')
  const stop = stop_id === null ? undefined : await findStop(trx, author.workspaceId, stop_id)
  const planned = stop?.driver_id === driver.id && stop.kind === 'break' ? stop : undefined
  if (planned) await noteProgress(work, planned, { arrived_at: entry.happenedAt })
  await change(work, shift, { on_break_since: entry.happenedAt, break_stop_id: planned?.id ?? null })
  return undefined
}

async function endBreak(work: RoadWork): Promise<Handled> {
  const { trx, author, driver, entry } = work
  const shift = await findOpenShift(trx, author.workspaceId, driver.id)
  if (!shift) return refused('shift_unknown')
  if (!shift.on_break_since) return kept('already_so')
  const planned = await breakOf(trx, author.workspaceId, shift.id)
  if (planned) await noteProgress(work, { id: planned, delivery_id: null }, { done_at: entry.happenedAt })
  await change(work, shift, { on_break_since: null, break_stop_id: null })
  return undefined
}

async function change(
  { trx, author, now }: RoadWork,
  before: RoadShift,
  set: { on_break_since: Date | null; break_stop_id: string | null },
): Promise<void> {
  const { workspaceId } = author
  await trx
    .updateTable('shifts')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .execute()
  const data = (await findShift(trx, workspaceId, before.id))!
  const depotIds = await depotsOfDriver(trx, workspaceId, data.driver_id)
  await appendEvents(trx, author, [{ type: 'shift.updated', id: before.id, data, before, depotIds }], now)
}
