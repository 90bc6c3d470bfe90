import { AppError } from '#domain/errors.ts'
import type { Driver, DriverChange, NewDriver } from '#domain/schema/driver.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { getDepot } from '../depots/queries.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { getDriver } from './queries.ts'
import { checkShift } from './rules.ts'

/**
 * Adds a driver. The shift is the workspace's working day by default.
 * @throws AppError `vehicle_not_found`, `depot_not_found`, `vehicle_taken`, `validation_failed`
 */
export async function createDriver(trx: Trx, actor: Actor, driver: NewDriver, now: Date): Promise<Driver> {
  const { workspaceId } = actor
  const workspace = await lockWorkspace(trx, workspaceId)
  const shift_start = driver.shift_start ?? workspace.start_time
  const shift_end = driver.shift_end ?? workspace.end_time
  checkShift({ shift_start, shift_end })
  await checkBelongings(trx, workspaceId, driver)
  const { id } = await orConflict(
    { drivers_vehicle: 'vehicle_taken' },
    trx
      .insertInto('drivers')
      .values({ ...driver, shift_start, shift_end, workspace_id: workspaceId, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return getDriver(trx, workspaceId, id)
}

/**
 * Changes a driver. A deactivated one keeps the vehicle until another driver takes it.
 * @throws AppError `driver_not_found`, `vehicle_not_found`, `depot_not_found`, `vehicle_taken`, `validation_failed`
 */
export async function changeDriver(
  trx: Trx,
  actor: Actor,
  id: string,
  change: DriverChange,
  now: Date,
): Promise<Driver> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getDriver(trx, workspaceId, id)
  checkShift({ ...before, ...change })
  await checkBelongings(trx, workspaceId, {
    vehicle_id: change.vehicle_id === before.vehicle_id ? null : change.vehicle_id,
    depot_id: change.depot_id === before.depot_id ? null : change.depot_id,
  })
  await orConflict(
    { drivers_vehicle: 'vehicle_taken' },
    trx
      .updateTable('drivers')
      .set({ ...change, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  return getDriver(trx, workspaceId, id)
}

/** Foreign keys ignore workspaces, so this rejects vehicles and depots of other workspaces, and inactive ones. */
async function checkBelongings(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, depot_id }: { vehicle_id?: string | null | undefined; depot_id?: string | null | undefined },
): Promise<void> {
  if (vehicle_id && !(await getVehicle(trx, workspaceId, vehicle_id)).active) {
    throw new AppError('vehicle_not_found', { detail: 'That vehicle is not active.' })
  }
  if (depot_id && !(await getDepot(trx, workspaceId, depot_id)).active) {
    throw new AppError('depot_not_found', { detail: 'That depot is not active.' })
  }
}
