import type { RoadData } from '#domain/road/entry.ts'
import type { VehicleCheck } from '#domain/schema/vehicle-check.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { depotsOfDriver } from '../drivers/queries.ts'
import type { Handled, RoadHandlers, RoadWork } from '../road/commands.ts'
import { refused } from '../road-status/commands.ts'
import { raiseAlert, settleAlert, type AlertDraft } from '../alerts/commands.ts'
import { expectPhotos } from '../proofs/commands.ts'
import { getCheck, isBlocked, routeOf } from './queries.ts'

/** What drivers say of their vehicles. */
export const vehicleHandlers = { vehicle_checked: checkVehicle } satisfies Partial<RoadHandlers>

async function checkVehicle(work: RoadWork, data: RoadData['vehicle_checked']): Promise<Handled> {
  const { trx, author, driver, entry, now } = work
  const { workspaceId } = author
  const { vehicle_id, odometer_km, fuel_percent, defects, photos } = data
  const vehicle = await trx
    .selectFrom('vehicles')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', vehicle_id)
    .executeTakeFirst()
  if (!vehicle) return refused('vehicle_unknown')
  const is_blocking = defects.some(({ blocking }) => blocking)
  await trx
    .insertInto('vehicle_checks')
    .values({
      workspace_id: workspaceId,
      id: entry.id,
      vehicle_id,
      driver_id: driver.id,
      checked_at: entry.happenedAt,
      odometer_km,
      fuel_percent,
      defects: JSON.stringify(defects),
      photos: JSON.stringify(photos),
      is_blocking,
    })
    .execute()
  const all = [...photos, ...defects.flatMap((defect) => defect.photos)]
  const about = { about: 'vehicle_check', aboutId: entry.id } as const
  await expectPhotos(trx, workspaceId, { driver, ...about, photos: all }, now)
  const check = await getCheck(trx, workspaceId, entry.id)
  const type = is_blocking ? ('vehicle_check.blocked' as const) : ('vehicle_check.done' as const)
  const depotIds = await depotsOfDriver(trx, workspaceId, driver.id)
  await appendEvents(trx, author, [{ type, id: entry.id, data: check, depotIds }], now)
  if (is_blocking) await raiseAlert(trx, workspaceId, defectAlert(check, await routeOf(trx, workspaceId, check)), now)
  return undefined
}

const keyOf = ({ vehicle_id }: VehicleCheck) => `blocking_defect:${vehicle_id}`

function defectAlert(check: VehicleCheck, route_id: string | null): AlertDraft {
  const { vehicle_id, vehicle_code, driver_id, driver_name } = check
  const sentence = `${driver_name} found a defect that keeps ${vehicle_code} from driving.`
  return { kind: 'blocking_defect', severity: 'high', key: keyOf(check), sentence, driver_id, vehicle_id, route_id }
}

/**
 * Says that what a driver found is mended, so that the vehicle may drive again. Saying so again changes nothing.
 * @throws AppError `vehicle_check_not_found`
 */
export async function mendVehicle(trx: Trx, author: Author, id: string, now: Date): Promise<VehicleCheck> {
  const { workspaceId, name } = author
  const before = await getCheck(trx, workspaceId, id)
  if (before.mended_at || !before.is_blocking) return before
  await trx
    .updateTable('vehicle_checks')
    .set((eb) => ({ mended_at: now, mended_by: name, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getCheck(trx, workspaceId, id)
  const depotIds = await depotsOfDriver(trx, workspaceId, data.driver_id)
  await appendEvents(trx, author, [{ type: 'vehicle_check.mended', id, data, before, depotIds }], now)
  if (!(await isBlocked(trx, workspaceId, data.vehicle_id))) {
    await setWorkspace(trx, workspaceId)
    await settleAlert(trx, workspaceId, keyOf(data), now)
  }
  return data
}
