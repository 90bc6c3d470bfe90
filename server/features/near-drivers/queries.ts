import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type { Location } from '#domain/geo.ts'
import type { NearDriver } from '#domain/schema/near-driver.ts'
import type { DriverOnMap } from '#domain/schema/position.ts'
import { shiftOn } from '#domain/shifts.ts'
import { dayOf, instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { listPositions } from '../positions/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { judge, rank, type Candidate, type Wanted } from './rules.ts'

/** Of so many times as many as asked for is looked who is suitable: the nearest. */
const spare = 4
const open = ['planned', 'dispatched', 'in_transit', 'arrived'] as const

type Near = { location: Location | null; data: NearDriver[] }

/**
 * Drivers on shift who could take a delivery.
 * @throws AppError `delivery_not_found`
 */
export async function nearDrivers(
  trx: Trx,
  workspaceId: string,
  { id, limit, now }: { id: string; limit: number; now: Date },
): Promise<Near> {
  const wanted = await readWanted(trx, workspaceId, id)
  if (!wanted) return { location: null, data: [] }
  const { speed_kmh, time_zone } = await readWorkspace(trx, workspaceId)
  const onShift = await listPositions(trx, workspaceId, { onShift: true, now })
  const nearest = onShift
    .flatMap((driver) => (driver.position ? [{ ...driver, position: driver.position }] : []))
    .toSorted((one, other) => distanceKm(one.position, wanted.location) - distanceKm(other.position, wanted.location))
    .slice(0, limit * spare)
  const candidates = await readCandidates(trx, workspaceId, nearest, { deliveryId: id, now, zone: time_zone })
  const judged = candidates.map((candidate) => judge(candidate, wanted, now, speed_kmh))
  return { location: wanted.location, data: rank(judged).slice(0, limit) }
}

async function readWanted(trx: Trx, workspaceId: string, id: string): Promise<Wanted | undefined> {
  const row = await trx
    .selectFrom('deliveries')
    .select(['lat', 'lng', 'skills', 'service_minutes', 'temperature_min_c', 'temperature_max_c'])
    .select(['weight_kg as kg', 'volume_l as l', 'units'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('delivery_not_found')
  const { lat, lng, ...rest } = row
  return lat === null || lng === null ? undefined : { ...rest, location: { lat, lng } }
}

type Placed = DriverOnMap & { position: Location }

async function readCandidates(
  trx: Trx,
  workspaceId: string,
  drivers: readonly Placed[],
  { deliveryId, now, zone }: { deliveryId: string; now: Date; zone: string },
): Promise<Candidate[]> {
  const records = await trx
    .selectFrom('drivers')
    .select(['id', 'skills', 'week', 'shift_start', 'shift_end', 'vehicle_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${drivers.map(({ driver_id }) => driver_id)}::uuid[])`)
    .execute()
  const byDriver = new Map(records.map((record) => [record.id, record]))
  const vehicleOf = (driver: Placed) => driver.shift?.vehicle_id ?? byDriver.get(driver.driver_id)?.vehicle_id ?? null
  const vehicles = await trx
    .selectFrom('vehicles')
    .select(['id', 'capacity_kg', 'capacity_l', 'capacity_units', 'temperature_min_c', 'temperature_max_c', 'skills'])
    .select('compartments')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${drivers.flatMap((driver) => vehicleOf(driver) ?? [])}::uuid[])`)
    .execute()
  const byVehicle = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const routeIds = drivers.flatMap(({ route_id }) => route_id ?? [])
  const plans = await planOf(trx, workspaceId, routeIds)
  const loads = await loadsOf(trx, workspaceId, routeIds, deliveryId)
  const today = dayOf(now, zone)
  return drivers.map((driver) => {
    const record = byDriver.get(driver.driver_id)
    const shift = record && shiftOn(record, today)
    return {
      driver,
      plan_id: plans.get(driver.route_id ?? '') ?? null,
      skills: record?.skills ?? [],
      vehicle: byVehicle.get(vehicleOf(driver) ?? '') ?? null,
      load: loads.get(driver.route_id ?? '') ?? { kg: 0, l: 0, units: 0 },
      shift_ends_at: shift ? instantOf(today, shift.end, zone) : null,
    }
  })
}

async function planOf(trx: Trx, workspaceId: string, routeIds: string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('routes')
    .select(['id', 'plan_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${routeIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, plan_id }) => [id, plan_id]))
}

/** What is still to be delivered on each route, without the delivery itself. */
async function loadsOf(trx: Trx, workspaceId: string, routeIds: string[], deliveryId: string) {
  const rows = await trx
    .selectFrom('deliveries')
    .select(['route_id'])
    .select(({ fn }) => [fn.sum<number>('weight_kg').as('kg'), fn.sum<number>('volume_l').as('l')])
    .select(({ fn }) => fn.sum<number>('units').as('units'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`route_id = any(${routeIds}::uuid[])`)
    .where('status', 'in', open)
    .where('id', '!=', deliveryId)
    .groupBy('route_id')
    .execute()
  return new Map(
    rows.map(({ route_id, kg, l, units }) => [route_id!, { kg: Number(kg), l: Number(l), units: Number(units) }]),
  )
}
