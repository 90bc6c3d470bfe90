import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { DayOff, Holiday } from '#domain/schema/calendar.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'

const dayOffColumns = [
  'days_off.id',
  'days_off.driver_id',
  'days_off.first_day',
  'days_off.last_day',
  'days_off.reason',
  'drivers.name as driver_name',
  'drivers.depot_id',
  'days_off.created_at',
  'days_off.updated_at',
  'days_off.version',
] as const

const holidayColumns = ['id', 'day', 'name', 'depot_id', 'created_at', 'updated_at', 'version'] as const

type Page = { cursor?: string | undefined; limit: number }
type Between = { from?: string | undefined; to?: string | undefined }

function daysOffOf(trx: Trx, workspaceId: string, { from, to }: Between = {}) {
  let found = trx
    .selectFrom('days_off')
    .innerJoin('drivers', 'drivers.id', 'days_off.driver_id')
    .where('days_off.workspace_id', '=', workspaceId)
  if (from) found = found.where('last_day', '>=', from)
  if (to) found = found.where('first_day', '<=', to)
  return found
}

function holidaysOf(trx: Trx, workspaceId: string, { from, to }: Between = {}) {
  let found = trx.selectFrom('holidays').where('workspace_id', '=', workspaceId)
  if (from) found = found.where('day', '>=', from)
  if (to) found = found.where('day', '<=', to)
  return found
}

const byDay = (column: string, tie: string) => ({
  name: 'day',
  order: 'asc' as const,
  by: sql`${sql.ref(column)}::text`,
  values: textValues,
  tie: sql.ref(tie),
  ties: z.uuid(),
})

/** Days off, the earliest first. */
export async function listDaysOff(
  trx: Trx,
  workspaceId: string,
  { driver_id, cursor, limit, ...between }: Between & Page & { driver_id?: string | undefined },
) {
  let found = daysOffOf(trx, workspaceId, between)
  if (driver_id) found = found.where('driver_id', '=', driver_id)
  const sort = byDay('days_off.first_day', 'days_off.id')
  const { rows, next_cursor } = await readPage(found.select(dayOffColumns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/**
 * One absence.
 * @throws AppError `day_off_not_found`
 */
export async function getDayOff(trx: Trx, workspaceId: string, id: string): Promise<DayOff> {
  const row = await daysOffOf(trx, workspaceId).select(dayOffColumns).where('days_off.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('day_off_not_found')
  return row
}

/** Holidays, the earliest first. */
export async function listHolidays(trx: Trx, workspaceId: string, { cursor, limit, ...between }: Between & Page) {
  const found = holidaysOf(trx, workspaceId, between)
  const { rows, next_cursor } = await readPage(found.select(holidayColumns), byDay('day', 'id'), { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/**
 * One holiday.
 * @throws AppError `holiday_not_found`
 */
export async function getHoliday(trx: Trx, workspaceId: string, id: string): Promise<Holiday> {
  const row = await holidaysOf(trx, workspaceId).select(holidayColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('holiday_not_found')
  return row
}

/** Who is off on a day, and which depots are closed, for `workOn`. */
export const readCalendar = (trx: Trx, workspaceId: string, day: string) =>
  readCalendarBetween(trx, workspaceId, { from: day, to: day })

/** The same for several days. */
export async function readCalendarBetween(trx: Trx, workspaceId: string, between: { from: string; to: string }) {
  const [daysOff, holidays] = [
    await daysOffOf(trx, workspaceId, between).select(dayOffColumns).execute(),
    await holidaysOf(trx, workspaceId, between).select(holidayColumns).execute(),
  ]
  return { daysOff, holidays }
}
