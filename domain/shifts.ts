import { parseDate } from '@internationalized/date'
import { weekdays, type Shift, type Week } from './schema/shift.ts'

type Hours = { week?: Week | null; shift_start: string; shift_end: string }
type Absence = { driver_id: string; first_day: string; last_day: string; reason: string | null }
type Closing = { day: string; name: string; depot_id: string | null }

/** The day of the week, as a week names it. */
export const weekdayOf = (day: string) => weekdays[(parseDate(day).toDate('UTC').getUTCDay() + 6) % 7]!

/** When a driver works on a day by the week; null on a free day. The shift begins on that day, and may end on the next. */
export function shiftOn({ week, shift_start, shift_end }: Hours, day: string): Shift | null {
  return week ? week[weekdayOf(day)] : { start: shift_start, end: shift_end }
}

/** Why a driver does not work on a day that the week says they do. */
export type Off = { kind: 'free' } | { kind: 'day_off'; reason: string | null } | { kind: 'holiday'; name: string }

/**
 * What a driver does on a day: works a shift, or is off. A day off counts before a holiday, and both before the week.
 * @param depotId the depot that the driver starts from; the default one if the driver has none
 */
export function workOn(
  driver: Hours & { id: string },
  day: string,
  { daysOff, holidays, depotId }: { daysOff: readonly Absence[]; holidays: readonly Closing[]; depotId: string | null },
): { shift: Shift } | { off: Off } {
  const absence = daysOff.find((each) => each.driver_id === driver.id && each.first_day <= day && day <= each.last_day)
  if (absence) return { off: { kind: 'day_off', reason: absence.reason } }
  const closing = holidays.find((each) => each.day === day && (each.depot_id === null || each.depot_id === depotId))
  if (closing) return { off: { kind: 'holiday', name: closing.name } }
  const shift = shiftOn(driver, day)
  return shift ? { shift } : { off: { kind: 'free' } }
}
