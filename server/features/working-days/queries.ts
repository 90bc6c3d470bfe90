import { workOn } from '#domain/shifts.ts'
import { dayAfter } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readCalendarBetween } from '../calendar/queries.ts'

type Asked = { from: string; to: string; depot_id?: string | null | undefined }

/** Who works on a day. */
export type WorkingDay = { day: string; driverIds: string[]; holiday: string | null }

/**
 * Who works on each of these days, of one depot or of all: active drivers, by their weeks, days off and holidays. Drivers
 * without a depot may drive for any.
 */
export async function readWorkingDays(trx: Trx, workspaceId: string, { from, to, depot_id = null }: Asked) {
  const drivers = await trx
    .selectFrom('drivers')
    .leftJoin('depots', (join) => join.onRef('depots.id', '=', 'drivers.depot_id').on('depots.active', '=', true))
    .select(['drivers.id', 'drivers.week', 'drivers.shift_start', 'drivers.shift_end', 'depots.id as depot_id'])
    .where('drivers.workspace_id', '=', workspaceId)
    .where('drivers.active', '=', true)
    .orderBy('drivers.name')
    .orderBy('drivers.id')
    .execute()
  const usual = await trx
    .selectFrom('depots')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  const calendar = await readCalendarBetween(trx, workspaceId, { from, to })
  const startOf = (driver: { depot_id: string | null }) => driver.depot_id ?? depot_id ?? usual?.id ?? null
  const those = drivers.filter(
    (driver) => depot_id === null || driver.depot_id === null || startOf(driver) === depot_id,
  )
  const days: WorkingDay[] = []
  for (let day = from; day <= to; day = dayAfter(day)) {
    const working = those.filter((driver) => 'shift' in workOn(driver, day, { ...calendar, depotId: startOf(driver) }))
    const closed = calendar.holidays.find((each) => each.day === day && [null, depot_id].includes(each.depot_id))
    days.push({ day, driverIds: working.map(({ id }) => id), holiday: closed?.name ?? null })
  }
  return days
}
