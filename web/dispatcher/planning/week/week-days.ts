import { getLocalTimeZone, getDayOfWeek, parseDate, today } from '@internationalized/date'
import { Day, dayAfter } from '#domain/time.ts'

/** How many days are shown side by side. */
export const daysShown = 7

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  return dayAfter(day, -getDayOfWeek(parseDate(day), 'en-GB', 'mon'))
}

/** The path of the week view that begins with a day. */
export const weekPath = (firstDay: string) => `/dashboard/planning/week/${firstDay}`

/** The first day of an address, or today if it names none. */
export function firstDayOf(date: string | undefined): string {
  const day = Day.safeParse(date)
  return day.success ? day.data : mondayOf(today(getLocalTimeZone()).toString())
}
