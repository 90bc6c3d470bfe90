import type { RoadShift } from '#domain/schema/road-shift.ts'
import type { Trx } from '../../db/connect.ts'

/** One shift, if it is there. */
export function findShift(trx: Trx, workspaceId: string, id: string): Promise<RoadShift | undefined> {
  return trx
    .selectFrom('shifts as s')
    .innerJoin('drivers as d', 'd.id', 's.driver_id')
    .leftJoin('vehicles as v', 'v.id', 's.vehicle_id')
    .select(['s.id', 's.driver_id', 'd.name as driver_name', 's.vehicle_id', 'v.code as vehicle_code'])
    .select(['s.started_at', 's.ended_at', 's.on_break_since', 's.odometer_km', 's.version'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.id', '=', id)
    .executeTakeFirst()
}

/** The shift that a driver is on, if any. */
export async function findOpenShift(trx: Trx, workspaceId: string, driverId: string) {
  const open = await trx
    .selectFrom('shifts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('ended_at', 'is', null)
    .orderBy('started_at', 'desc')
    .executeTakeFirst()
  return open && findShift(trx, workspaceId, open.id)
}

/** The stop of the plan where a driver takes the break that they are on. */
export async function breakOf(trx: Trx, workspaceId: string, shiftId: string): Promise<string | null> {
  const found = await trx
    .selectFrom('shifts')
    .select('break_stop_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', shiftId)
    .executeTakeFirst()
  return found?.break_stop_id ?? null
}
