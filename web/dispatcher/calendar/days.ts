import { endOfMonth, parseDate, startOfMonth } from '@internationalized/date'
import { weekdayOf } from '#domain/shifts.ts'
import { weekdays } from '#domain/schema/shift.ts'
import { dayAfter } from '#domain/time.ts'

export type Span = 'week' | 'month'

/** The days of the week or month that `day` is in. Weeks begin on Monday. */
export function daysAround(day: string, span: Span): string[] {
  const monday = dayAfter(day, -weekdays.indexOf(weekdayOf(day)))
  const first = span === 'week' ? monday : startOfMonth(parseDate(day)).toString()
  const last = span === 'week' ? dayAfter(monday, 6) : endOfMonth(parseDate(day)).toString()
  const days: string[] = []
  for (let each = first; each <= last; each = dayAfter(each)) days.push(each)
  return days
}

/** The same day of the week or month before or after. */
export function moved(day: string, span: Span, by: -1 | 1): string {
  return span === 'week' ? dayAfter(day, 7 * by) : parseDate(day).add({ months: by }).toString()
}
