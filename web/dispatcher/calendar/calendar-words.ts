import type { DayOff, Holiday } from '#domain/schema/calendar.ts'
import type { Off } from '#domain/shifts.ts'
import { formatDay } from '#web/lib/format.ts'

/** From when to when. */
export const daysWords = ({ first_day, last_day }: Pick<DayOff, 'first_day' | 'last_day'>) =>
  first_day === last_day ? formatDay(first_day) : `${formatDay(first_day)} to ${formatDay(last_day)}`

export const offWords = (dayOff: DayOff) => `${dayOff.driver_name} has ${daysWords(dayOff)}`

export const holidayWords = ({ name, day }: Holiday) => `${name}, ${formatDay(day)},`

/** Why somebody is off, in a word or two. */
export function reasonWords(off: Off): string {
  if (off.kind === 'holiday') return off.name
  if (off.kind === 'free') return 'Free'
  return off.reason ?? 'Day off'
}
