import type { SlotSettings, SlotWindow } from '../schema/slots.ts'
import { dayAfter, instantOf } from '../time.ts'

/** A window on a day. */
export type DayWindow = Pick<SlotWindow, 'start' | 'end' | 'capacity'> & {
  day: string
  starts_at: string
  ends_at: string
}

type Offered = Pick<SlotSettings, 'windows' | 'blackout_days'>

/** The windows of a day, in order. None on a day without slots. */
export function windowsOn(day: string, { windows, blackout_days }: Offered, zone: string): DayWindow[] {
  if (blackout_days.includes(day)) return []
  const weekday = weekdayOf(day)
  return windows
    .filter(({ weekdays }) => weekdays.includes(weekday))
    .map(({ start, end, capacity }) => ({
      day,
      start,
      end,
      capacity,
      starts_at: instantOf(day, start, zone).toISOString(),
      ends_at: instantOf(day, end, zone).toISOString(),
    }))
    .toSorted((a, b) => compare(a.start, b.start) || compare(a.end, b.end))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Whether it is too late to order for a window. */
export const isCutOff = ({ starts_at }: { starts_at: string }, cutOffMinutes: number, now: Date) =>
  Date.parse(starts_at) - cutOffMinutes * 60_000 <= now.getTime()

/** So many days from the first one on. */
export const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, at) => dayAfter(first, at))
