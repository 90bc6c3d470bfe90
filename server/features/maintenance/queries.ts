import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { dueOf } from '#domain/fleet/due.ts'
import type { MaintenanceSchedule } from '#domain/schema/maintenance.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { odometersOf } from '../odometer/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

const columns = [
  'id',
  'vehicle_id',
  'name',
  'every_km',
  'every_months',
  'last_done_on',
  'last_done_km',
  'warn_km',
  'warn_days',
  'created_at',
  'updated_at',
  'version',
] as const

const schedulesOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('maintenance_schedules').where('workspace_id', '=', workspaceId)

export type StoredSchedule = Omit<MaintenanceSchedule, 'due'>

/** With what is due as of now. */
async function withDue(trx: Trx, workspaceId: string, rows: StoredSchedule[], now: Date) {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const today = dayOf(now, time_zone)
  const odometers = await odometersOf(trx, workspaceId, [...new Set(rows.map(({ vehicle_id }) => vehicle_id))])
  return rows.map((row): MaintenanceSchedule => {
    const odometer_km = odometers.get(row.vehicle_id)?.km ?? null
    return { ...row, due: dueOf(row, { today, odometer_km }) }
  })
}

/** Maintenance of a vehicle that comes again, by name. */
export async function listSchedules(
  trx: Trx,
  workspaceId: string,
  { vehicleId, cursor, limit }: { vehicleId: string; cursor?: string | undefined; limit: number },
  now: Date,
) {
  const found = schedulesOf(trx, workspaceId).where('vehicle_id', '=', vehicleId)
  const sort = {
    name: 'name',
    order: 'asc' as const,
    by: sql`lower(name)`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(columns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await withDue(trx, workspaceId, rows as StoredSchedule[], now), next_cursor, total }
}

/** All that comes again for these vehicles, or for all active ones. */
export async function allSchedules(trx: Trx, workspaceId: string, now: Date, vehicleIds?: string[]) {
  let found = schedulesOf(trx, workspaceId)
    .select(columns)
    .where('vehicle_id', 'in', (eb) => eb.selectFrom('vehicles').select('id').where('active', '=', true))
  if (vehicleIds) found = found.where(sql<boolean>`vehicle_id = any(${vehicleIds}::uuid[])`)
  return withDue(trx, workspaceId, await found.orderBy('id').execute(), now)
}

/** @throws AppError `maintenance_not_found` */
export async function getStoredSchedule(trx: Trx, workspaceId: string, id: string): Promise<StoredSchedule> {
  const row = await schedulesOf(trx, workspaceId).select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('maintenance_not_found')
  return row
}

/** @throws AppError `maintenance_not_found` */
export async function getSchedule(trx: Trx, workspaceId: string, id: string, now: Date): Promise<MaintenanceSchedule> {
  const [found] = await withDue(trx, workspaceId, [await getStoredSchedule(trx, workspaceId, id)], now)
  return found!
}
