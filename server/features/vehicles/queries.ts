import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'

type Filter = { q?: string | undefined; active?: 'true' | 'false' | undefined }

/** A vehicle's driver is the active driver who has it, at most one. */
function vehiclesOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('vehicles')
    .leftJoin('drivers', (join) =>
      join
        .onRef('drivers.vehicle_id', '=', 'vehicles.id')
        .on('drivers.active', '=', true)
        .on('drivers.workspace_id', '=', workspaceId),
    )
    .where('vehicles.workspace_id', '=', workspaceId)
}

const columns = [
  'vehicles.id',
  'vehicles.code',
  'vehicles.type',
  'vehicles.plate',
  'vehicles.capacity_kg',
  'vehicles.capacity_l',
  'vehicles.capacity_units',
  'vehicles.cost_fixed',
  'vehicles.cost_per_km',
  'vehicles.cost_per_hour',
  'vehicles.cost_per_service_hour',
  'vehicles.cost_per_waiting_hour',
  'vehicles.cost_per_stop',
  'vehicles.cost_per_parcel',
  'vehicles.max_distance_km',
  'vehicles.temperature_min_c',
  'vehicles.temperature_max_c',
  'vehicles.compartments',
  'vehicles.reloads',
  'vehicles.reload_minutes',
  'vehicles.max_trips',
  'vehicles.last_in_first_out',
  'vehicles.energy',
  'vehicles.tank_l',
  'vehicles.battery_kwh',
  'vehicles.kwh_per_100_km',
  'vehicles.reserve_percent',
  'vehicles.charge_kw',
  'vehicles.fuel_cards',
  'vehicles.monthly_cost',
  'vehicles.skills',
  'vehicles.fuel_level',
  'vehicles.last_maintenance_on',
  'vehicles.active',
  'vehicles.created_at',
  'vehicles.updated_at',
  'vehicles.version',
  'drivers.id as driver_id',
  'drivers.name as driver_name',
] as const

/** Vehicles by code. */
export async function listVehicles(
  trx: Trx,
  workspaceId: string,
  { q, active, cursor, limit }: Filter & { cursor?: string | undefined; limit: number },
) {
  let found = vehiclesOf(trx, workspaceId)
  if (active) found = found.where('vehicles.active', '=', active === 'true')
  const haystack = sql`lower(concat_ws(' ', vehicles.code, vehicles.type, vehicles.plate, drivers.name))`
  for (const condition of containsWords(haystack, q ?? '')) found = found.where(condition)
  const sort = {
    name: 'code',
    order: 'asc' as const,
    by: sql`vehicles.code`,
    values: textValues,
    tie: sql`vehicles.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(columns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows as Vehicle[], next_cursor, total }
}

/**
 * One vehicle.
 * @throws AppError `vehicle_not_found`
 */
export async function getVehicle(trx: Trx, workspaceId: string, id: string): Promise<Vehicle> {
  const row = await vehiclesOf(trx, workspaceId).select(columns).where('vehicles.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('vehicle_not_found')
  return row as Vehicle
}

/** These vehicles, without their drivers, by ID. */
export async function readVehicles(trx: Trx, workspaceId: string, ids: string[]) {
  const rows = await vehiclesOf(trx, workspaceId)
    .select(columns)
    .where(sql<boolean>`vehicles.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ driver_id: _, driver_name: __, ...row }) => [row.id, row as StoredVehicle]))
}
export type StoredVehicle = Omit<Vehicle, 'driver_id' | 'driver_name'>

/** All codes that start with `prefix`. */
export async function codesStarting(trx: Trx, workspaceId: string, prefix: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('vehicles')
    .select('code')
    .where('workspace_id', '=', workspaceId)
    .where('code', 'like', `${prefix}%`)
    .execute()
  return rows.map((row) => row.code)
}

/** Every vehicle, to compare an import with. */
export function allVehicles(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('vehicles')
    .select([
      'id',
      'code',
      'type',
      'plate',
      'capacity_kg',
      'capacity_l',
      'capacity_units',
      'cost_fixed',
      'cost_per_km',
      'cost_per_hour',
      'cost_per_stop',
      'cost_per_parcel',
      'max_distance_km',
      'temperature_min_c',
      'temperature_max_c',
      'compartments',
      'reloads',
      'reload_minutes',
      'max_trips',
      'last_in_first_out',
      'skills',
      'fuel_level',
      'last_maintenance_on',
      'active',
    ])
    .where('workspace_id', '=', workspaceId)
    .execute()
}
