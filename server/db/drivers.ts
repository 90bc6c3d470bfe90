import { sql } from 'kysely'
import type { Driver } from '#domain/schema/driver.ts'
import type { Trx } from './connect.ts'

/** The columns of a Driver. */
export const driverColumns = [
  'drivers.id',
  'drivers.name',
  'drivers.phone',
  'drivers.email',
  'drivers.shift_start',
  'drivers.shift_end',
  'drivers.week',
  'drivers.breaks',
  'drivers.max_stops',
  'drivers.max_territories',
  'drivers.max_shift_minutes',
  'drivers.max_driving_minutes',
  'drivers.overtime',
  'drivers.start_place',
  'drivers.end_place',
  'drivers.ends_anywhere',
  'drivers.speed_factor',
  'drivers.skills',
  'drivers.vehicle_id',
  'vehicles.code as vehicle_code',
  'drivers.depot_id',
  'drivers.active',
  'drivers.user_id',
  'drivers.created_at',
  'drivers.updated_at',
  'drivers.version',
] as const

export function driversOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('drivers')
    .leftJoin('vehicles', (join) =>
      join.onRef('vehicles.id', '=', 'drivers.vehicle_id').on('vehicles.workspace_id', '=', workspaceId),
    )
    .where('drivers.workspace_id', '=', workspaceId)
}

/** Takes a vehicle or a depot away from the drivers who have it. Returns each of them, and what they had. */
export async function freeDrivers(
  trx: Trx,
  workspaceId: string,
  had: { vehicle_id: string } | { depot_id: string },
  now: Date,
): Promise<{ driver: Driver; before: Partial<Driver> }[]> {
  const [column, id] = Object.entries(had)[0] as ['vehicle_id' | 'depot_id', string]
  const rows = await trx
    .updateTable('drivers')
    .set({ [column]: null, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where(column, '=', id)
    .returning('id')
    .execute()
  if (!rows.length) return []
  const ids = rows.map((row) => row.id)
  const drivers = await driversOf(trx, workspaceId)
    .select(driverColumns)
    .where(sql<boolean>`drivers.id = any(${ids}::uuid[])`)
    .execute()
  return drivers.map((driver) => ({ driver, before: had }))
}
