import { endOfMonth, parseDate } from '@internationalized/date'
import { dayAfter, dayOf, instantOf } from '../time.ts'

/** What says when a report is sent. */
export type SendTimes = {
  every: 'day' | 'week' | 'month'
  /** 1 for Monday to 7 for Sunday. */
  weekday: number | null
  /** In shorter months, it is the last day. */
  day_of_month: number | null
  at: string
}

/** A time at which a report is sent: the day that it is made for, and the instant. */
export type SendTime = { day: string; at: Date }

/** Monthly ones have a time within it. */
const mostDays = 62

function sendsOn({ every, weekday, day_of_month }: SendTimes, day: string): boolean {
  const date = parseDate(day)
  if (every === 'week') return ((date.toDate('UTC').getUTCDay() + 6) % 7) + 1 === weekday
  if (every === 'month') return date.day === Math.min(day_of_month ?? 1, endOfMonth(date).day)
  return true
}

const timeOn = ({ at }: SendTimes, day: string, zone: string): SendTime => ({ day, at: instantOf(day, at, zone) })

/**
 * The last time at or before `now` when it was to be sent. A time that clocks skip counts after the gap; one that they show
 * twice counts once, the first time.
 */
export function lastTime(times: SendTimes, now: Date, zone: string): SendTime | undefined {
  return timesFrom(times, zone, (back) => dayAfter(dayOf(now, zone), -back)).find(({ at }) => at <= now)
}

/** The next time after `now`. */
export function nextTime(times: SendTimes, now: Date, zone: string): SendTime | undefined {
  return timesFrom(times, zone, (ahead) => dayAfter(dayOf(now, zone), ahead)).find(({ at }) => at > now)
}

function timesFrom(times: SendTimes, zone: string, dayAt: (count: number) => string): SendTime[] {
  return Array.from({ length: mostDays }, (_, count) => dayAt(count))
    .filter((day) => sendsOn(times, day))
    .map((day) => timeOn(times, day, zone))
}

/**
 * The time at which it should have been sent by now and was not: the last one, however many were missed.
 * @param since when the schedule was set, or the last time that it was sent, whichever is later
 */
export function dueTime(times: SendTimes, since: Date, now: Date, zone: string): SendTime | undefined {
  const time = lastTime(times, now, zone)
  return time && time.at > since ? time : undefined
}
