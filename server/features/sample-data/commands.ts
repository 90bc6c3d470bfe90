import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { AppError } from '#domain/errors.ts'
import type { DeliveryCells } from '#domain/import/delivery-rows.ts'
import { NewDriver } from '#domain/schema/driver.ts'
import type { Trx } from '../../db/connect.ts'
import type { Quotas } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { createDeliveries } from '../deliveries/commands.ts'
import { createDepot } from '../depots/commands.ts'
import { createDriver } from '../drivers/commands.ts'
import { createVehicle } from '../vehicles/commands.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { sampleCrew, sampleDay, sampleDeliveries, sampleDepot } from './rules.ts'

const file = join(import.meta.dirname, '..', '..', '..', 'samples', 'jakarta-deliveries.csv')
let cells: DeliveryCells[] | undefined

/** The file's columns have the names of the fields. */
function readSampleFile(): DeliveryCells[] {
  cells ??= Papa.parse<DeliveryCells>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true }).data
  return cells
}

/**
 * Adds a day of sample data: a depot, six drivers with vehicles, and 120 deliveries for the next day that can be planned
 * from its morning on. Existing data stays. Times are in the workspace's time zone.
 * @throws AppError `sample_data_loaded` if there are deliveries, `quota_reached`
 */
export async function loadSampleData(trx: Trx, actor: Actor, quotas: Quotas) {
  const { now } = quotas
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const present = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (present) throw new AppError('sample_data_loaded')

  const depot = await createDepot(trx, actor, sampleDepot, now)
  for (const crew of sampleCrew) {
    const vehicle = await createVehicle(trx, actor, crew.vehicle, now)
    const driver = NewDriver.parse({ ...crew.driver, vehicle_id: vehicle.id, depot_id: depot.id })
    await createDriver(trx, actor, driver, now)
  }
  const day = sampleDay(now, await readWorkspace(trx, workspaceId))
  const deliveries = sampleDeliveries(readSampleFile(), day)
  await createDeliveries(trx, actor, 'sample', deliveries, quotas)
  return { day, depots: 1, drivers: sampleCrew.length, vehicles: sampleCrew.length, deliveries: deliveries.length }
}
