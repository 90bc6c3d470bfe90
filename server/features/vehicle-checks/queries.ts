import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { VehicleCheck } from '#domain/schema/vehicle-check.ts'
import { sayBlocked } from '#domain/why/blocked.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'

const checks = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('vehicle_checks as c')
    .innerJoin('vehicles as v', 'v.id', 'c.vehicle_id')
    .innerJoin('drivers as d', 'd.id', 'c.driver_id')
    .select(['c.id', 'c.vehicle_id', 'v.code as vehicle_code', 'c.driver_id', 'd.name as driver_name', 'c.checked_at'])
    .select(['c.odometer_km', 'c.fuel_percent', 'c.defects', 'c.photos', 'c.is_blocking', 'c.mended_at', 'c.mended_by'])
    .select('c.version')
    .where('c.workspace_id', '=', workspaceId)

const newestFirst = {
  name: 'checked',
  order: 'desc',
  by: sql`c.checked_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`c.id`,
  ties: z.uuid(),
} as const

/** The checks of a vehicle, the newest first. */
export async function listChecks(
  trx: Trx,
  workspaceId: string,
  { vehicleId, ...page }: { vehicleId: string; cursor?: string | undefined; limit: number },
): Promise<{ data: VehicleCheck[]; next_cursor: string | null }> {
  const found = checks(trx, workspaceId).where('c.vehicle_id', '=', vehicleId)
  const { rows, next_cursor } = await readPage(found, newestFirst, page)
  return { data: rows, next_cursor }
}

/** @throws AppError `vehicle_check_not_found` */
export async function getCheck(trx: Trx, workspaceId: string, id: string): Promise<VehicleCheck> {
  const check = await checks(trx, workspaceId).where('c.id', '=', id).executeTakeFirst()
  if (!check) throw new AppError('vehicle_check_not_found')
  return check
}

/** Checks of a vehicle with defects that keep it from driving, the oldest first. */
export function unmendedChecks(trx: Trx, workspaceId: string, vehicleId: string): Promise<VehicleCheck[]> {
  return checks(trx, workspaceId)
    .where('c.vehicle_id', '=', vehicleId)
    .where('c.is_blocking', '=', true)
    .where('c.mended_at', 'is', null)
    .orderBy('c.checked_at')
    .orderBy('c.id')
    .execute()
}

/** Whether a defect keeps a vehicle from driving. */
export async function isBlocked(trx: Trx, workspaceId: string, vehicleId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('vehicle_checks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('vehicle_id', '=', vehicleId)
    .where('is_blocking', '=', true)
    .where('mended_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** What keeps these vehicles from driving, each in a sentence with since when. Those that may drive are left out. */
export async function whyBlocked(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const rows = await trx
    .selectFrom('vehicle_checks as c')
    .innerJoin('vehicles as v', 'v.id', 'c.vehicle_id')
    .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
    .distinctOn('c.vehicle_id')
    .select(['c.vehicle_id', 'v.code', 'c.checked_at', 'c.defects', 'w.time_zone'])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.vehicle_id', 'in', ids)
    .where('c.is_blocking', '=', true)
    .where('c.mended_at', 'is', null)
    .orderBy('c.vehicle_id')
    .orderBy('c.checked_at')
    .orderBy('c.id')
    .execute()
  return new Map(rows.map(({ vehicle_id, time_zone, ...found }) => [vehicle_id, sayBlocked(found, time_zone)]))
}

/** The route that a driver should drive with a vehicle now: somebody else has to, if the vehicle may not drive. */
export async function routeOf(
  trx: Trx,
  workspaceId: string,
  { driver_id, vehicle_id }: Pick<VehicleCheck, 'driver_id' | 'vehicle_id'>,
): Promise<string | null> {
  const route = await trx
    .selectFrom('routes as r')
    .innerJoin('plans as p', 'p.id', 'r.plan_id')
    .innerJoin('stops as s', 's.route_id', 'r.id')
    .innerJoin('deliveries as d', 'd.id', 's.delivery_id')
    .select('r.id')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.driver_id', '=', driver_id)
    .where((eb) => eb.or([eb('r.vehicle_id', '=', vehicle_id), eb('r.vehicle_id', 'is', null)]))
    .where('p.state', '=', 'dispatched')
    .where('d.status', 'in', ['dispatched', 'in_transit', 'arrived'])
    .orderBy('p.day', 'desc')
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()
  return route?.id ?? null
}
