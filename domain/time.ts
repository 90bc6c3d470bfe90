import { parseDate, parseTime, toCalendarDateTime, toZoned } from '@internationalized/date'
import { z } from 'zod'

/** A time of day as `HH:MM`, 00:00 to 23:59, in the workspace's time zone. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day like 09:00.')
  .meta({ id: 'TimeOfDay', example: '09:00' })

/**
 * A time of a day as `HH:MM`, 00:00 to 47:59, in the workspace's time zone. From 24:00 on it is on the next day: 26:30 is
 * 02:30 of the day after. Later times are later strings.
 */
export const DayTime = z
  .string()
  .regex(/^(?:[0-3]\d|4[0-7]):[0-5]\d$/, 'Enter a time like 17:30, or 26:30 for 02:30 on the next day.')
  .meta({ id: 'DayTime', example: '17:30' })

/** Ends the sentence that a time is before the one it must follow. */
export const sayNextDay = 'For a time on the next day, add 24 hours: 02:30 is then 26:30.'

/** A calendar day as `YYYY-MM-DD`, in the workspace's time zone. */
export const Day = z.iso
  .date('Enter a day like 2026-03-15.')
  .refine((day) => isBetween(day, '1900-01-01', '9999-12-29'), 'Choose a day between the years 1900 and 9999.')
  .meta({ id: 'Day', example: '2026-03-15' })

/** An instant as RFC 3339. Ours are in UTC. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Enter an instant like 2026-03-15T02:00:00Z.' })
  .refine((at) => isBetween(at, '1900-01-02', '9999-12-29'), 'Choose a time between the years 1900 and 9999.')
  .meta({ id: 'Instant', example: '2026-03-15T02:00:00.000Z' })

/** An IANA time zone that this runtime knows. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Choose a time zone from the list.')
  .meta({ id: 'TimeZone', example: 'Asia/Jakarta' })

/**
 * ISO 8601 allows the year 0 but PostgreSQL does not, and plain ISO 8601 cannot write the year 10000. Instants stay a day
 * away from both ends, because in some zone it is still yesterday or already tomorrow.
 */
function isBetween(dayOrInstant: string, first: string, last: string): boolean {
  const at = Date.parse(dayOrInstant)
  return at >= Date.parse(first) && at <= Date.parse(last)
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A `DayTime` as a time that clocks show, and how many days after its day that is. */
export function onClock(time: string): { time: string; daysLater: number } {
  const hours = Number(time.slice(0, 2))
  if (hours < 24) return { time, daysLater: 0 }
  return { time: `${String(hours % 24).padStart(2, '0')}${time.slice(2)}`, daysLater: Math.floor(hours / 24) }
}

/** A `DayTime` in a sentence. */
export function sayDayTime(time: string): string {
  const clock = onClock(time)
  return clock.daysLater ? `${clock.time} on the next day` : time
}

/**
 * The instant of the `DayTime` `time` of `day` in `zone`. A time in a skipped hour moves forward by the length of the gap.
 * Times after midnight are those that clocks of the next day show, however long the day is.
 */
export function instantOf(day: string, time: string, zone: string): Date {
  const key = `${day} ${time} ${zone}`
  const known = instants.get(key)
  if (known !== undefined) return new Date(known)
  if (instants.size >= mostInstants) instants.clear()
  const instant = findInstant(day, time, zone)
  instants.set(key, instant.getTime())
  return instant
}

/** Stops of a day ask for the same few times, and the calendar takes long to answer. */
const instants = new Map<string, number>()
const mostInstants = 5000

function findInstant(day: string, time: string, zone: string): Date {
  const clock = onClock(time)
  const date = clock.daysLater ? parseDate(day).add({ days: clock.daysLater }) : parseDate(day)
  return toZoned(toCalendarDateTime(date, parseTime(clock.time)), zone, 'compatible').toDate()
}

/** Seconds from local midnight of `day` to the `DayTime` of that day, including DST changes. */
export function secondsInto(day: string, time: string, zone: string): number {
  return (instantOf(day, time, zone).getTime() - instantOf(day, '00:00', zone).getTime()) / 1000
}

/** The time of day, `seconds` after local midnight of `day`, as `HH:MM`. */
export function timeAt(day: string, seconds: number, zone: string): string {
  return timeOf(new Date(instantOf(day, '00:00', zone).getTime() + seconds * 1000), zone)
}

/** The `DayTime` of `day`, `seconds` after its local midnight: from 24:00 on it is on the next day. */
export function dayTimeAt(day: string, seconds: number, zone: string): string {
  const at = new Date(instantOf(day, '00:00', zone).getTime() + seconds * 1000)
  const [hours, minutes] = timeOf(at, zone).split(':')
  return dayOf(at, zone) > day ? `${Number(hours) + 24}:${minutes}` : `${hours}:${minutes}`
}

/** One format for each zone: making one takes a hundred times longer than using it. */
function formatByZone(language: string, options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const format = known.get(timeZone) ?? new Intl.DateTimeFormat(language, { timeZone, ...options })
    known.set(timeZone, format)
    return format
  }
}

const dayIn = formatByZone('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const timeIn = formatByZone('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The calendar day of `instant` in `zone`, as `YYYY-MM-DD`. */
export function dayOf(instant: Date, zone: string): string {
  return dayIn(zone).format(instant)
}

/** The time of day of `instant` in `zone`, as `HH:MM`. */
export function timeOf(instant: Date, zone: string): string {
  return timeIn(zone).format(instant)
}

/** The next calendar day, or the one that many days later. */
export function dayAfter(day: string, days = 1): string {
  return parseDate(day).add({ days }).toString()
}

/** The calendar day of `instant` in `zone`, and when it ends. */
export function calendarDay(instant: Date, zone: string): { day: string; endsAt: Date } {
  const day = dayOf(instant, zone)
  return { day, endsAt: instantOf(dayAfter(day), '00:00', zone) }
}

/** The calendar month of `instant` in `zone`: its first day, and when it ends. */
export function calendarMonth(instant: Date, zone: string): { firstDay: string; endsAt: Date } {
  const firstDay = `${dayOf(instant, zone).slice(0, 7)}-01`
  return { firstDay, endsAt: instantOf(parseDate(firstDay).add({ months: 1 }).toString(), '00:00', zone) }
}
