import { parseDate } from '@internationalized/date'
import { weekdays, type Week } from '../schema/shift.ts'
import { dayAfter, instantOf } from '../time.ts'

/** A time between two instants, in milliseconds. */
export type Span = { from: number; until: number }

const shiftOn = (week: Week, day: string) => week[weekdays[(parseDate(day).toDate('UTC').getUTCDay() + 6) % 7]!]

/**
 * When a place is open for the pickups of a day: its hours of that day, and those of the evening before that go on after
 * midnight.
 */
export function openOn(week: Week, day: string, zone: string): Span[] {
  const at = (of: string, time: string) => instantOf(of, time, zone).getTime()
  const before = dayAfter(day, -1)
  const night = shiftOn(week, before)
  const own = shiftOn(week, day)
  const midnight = at(day, '00:00')
  const spans: Span[] = []
  if (night && at(before, night.end) > midnight) spans.push({ from: midnight, until: at(before, night.end) })
  if (own) spans.push({ from: at(day, own.start), until: at(day, own.end) })
  return spans.filter(({ from, until }) => from < until)
}
