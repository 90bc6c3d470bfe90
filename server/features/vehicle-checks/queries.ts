import { AppError } from '#domain/errors.ts'
import type { VehicleCheck } from '#domain/schema/vehicle-check.ts'
import type { Trx } from '../../db/connect.ts'

const checks = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('vehicle_checks as c')
    .innerJoin('vehicles as v', 'v.id', 'c.vehicle_id')
    .innerJoin('drivers as d', 'd.id', 'c.driver_id')
    .select(['c.id', 'c.vehicle_id', 'v.code as vehicle_code', 'c.driver_id', 'd.name as driver_name', 'c.checked_at'])
    .select(['c.odometer_km', 'c.fuel_percent', 'c.defects', 'c.photos', 'c.is_blocking', 'c.mended_at', 'c.mended_by'])
    .select('c.version')
    .where('c.workspace_id', '=', workspaceId)

/** The last checks of a vehicle, the newest first. */
export function listChecks(trx: Trx, workspaceId: string, vehicleId: string): Promise<VehicleCheck[]> {
  return checks(trx, workspaceId)
    .where('c.vehicle_id', '=', vehicleId)
    .orderBy('c.checked_at', 'desc')
    .orderBy('c.id')
    .limit(20)
    .execute()
}

/** @throws AppError `vehicle_check_not_found` */
export async function getCheck(trx: Trx, workspaceId: string, id: string): Promise<VehicleCheck> {
  const check = await checks(trx, workspaceId).where('c.id', '=', id).executeTakeFirst()
  if (!check) throw new AppError('vehicle_check_not_found')
  return check
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
