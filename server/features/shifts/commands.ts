import { appendEvents } from '../../events/append.ts'
import type { Handled, RoadHandlers, RoadWork } from '../road/commands.ts'
import { findOpenShift, findShift } from './queries.ts'

/** What drivers say of their shifts. */
export const shiftHandlers: RoadHandlers = {
  shift_started: startShift,
  shift_ended: endShift,
}

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
  await appendEvents(trx, author, [{ type: 'shift.started', id: shift_id, data }], now)
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
  await appendEvents(trx, author, [{ type: 'shift.ended', id, data, before }], now)
}
