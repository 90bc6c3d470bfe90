import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { Week } from '#domain/schema/shift.ts'
import type { Trx } from '../../db/connect.ts'
import { driverColumns, driversOf } from '../../db/drivers.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'

type Filter = { q?: string | undefined; active?: 'true' | 'false' | undefined }

/** Drivers by name. */
export async function listDrivers(
  trx: Trx,
  workspaceId: string,
  { q, active, cursor, limit }: Filter & { cursor?: string | undefined; limit: number },
) {
  let found = driversOf(trx, workspaceId)
  if (active) found = found.where('drivers.active', '=', active === 'true')
  const haystack = sql`lower(concat_ws(' ', drivers.name, drivers.phone, drivers.email, vehicles.code))`
  for (const condition of containsWords(haystack, q ?? '')) found = found.where(condition)
  const sort = {
    name: 'name',
    order: 'asc' as const,
    by: sql`lower(drivers.name)`,
    values: textValues,
    tie: sql`drivers.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(driverColumns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/**
 * One driver.
 * @throws AppError `driver_not_found`
 */
export async function getDriver(trx: Trx, workspaceId: string, id: string): Promise<Driver> {
  const row = await driversOf(trx, workspaceId).select(driverColumns).where('drivers.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('driver_not_found')
  return row
}

/** These drivers, by ID. */
export async function readDrivers(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, Driver>> {
  const rows = await driversOf(trx, workspaceId)
    .select(driverColumns)
    .where(sql<boolean>`drivers.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Every driver, to compare an import with. */
export async function allDrivers(trx: Trx, workspaceId: string) {
  const rows = await trx
    .selectFrom('drivers')
    .select(['id', 'name', 'phone', 'email', 'shift_start', 'shift_end', 'skills', 'vehicle_id', 'depot_id', 'active'])
    .select([
      'week',
      'max_stops',
      'max_territories',
      'max_shift_minutes',
      'max_driving_minutes',
      'speed_factor',
      'end_place',
    ])
    .select('ends_anywhere')
    .where('workspace_id', '=', workspaceId)
    .execute()
  // The database keeps the days in an order of its own.
  return rows.map((row) => ({ ...row, week: row.week && Week.parse(row.week) }))
}

/** The depot of a driver, for events about what is theirs: whoever is limited to other depots is told of none. */
export async function depotsOfDriver(trx: Trx, workspaceId: string, driverId: string): Promise<string[]> {
  const driver = await trx
    .selectFrom('drivers')
    .select('depot_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', driverId)
    .executeTakeFirst()
  return driver?.depot_id ? [driver.depot_id] : []
}
