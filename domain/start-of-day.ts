import { dayOf, instantOf, secondsInto } from './time.ts'

const minuteMs = 60_000

/** When a route could leave: now, plus the time to get ready, rounded up to a full minute. */
export function earliestDeparture(now: Date, getReadyMinutes: number): Date {
  return new Date(Math.ceil((now.getTime() + getReadyMinutes * minuteMs) / minuteMs) * minuteMs)
}

/** The same in seconds since local midnight of `day`. Zero on a day that starts later than that. */
export function earliestStart(day: string, departure: Date, zone: string): number {
  return Math.max(0, (departure.getTime() - instantOf(day, '00:00', zone).getTime()) / 1000)
}

/** Whether the calendar day has ended in this zone. */
export function isOver(day: string, now: Date, zone: string): boolean {
  return day < dayOf(now, zone)
}

/** Whether a shift leaves time for a route on that day. */
export function hasTimeLeft(day: string, shiftEnd: string, departure: Date, zone: string): boolean {
  return earliestStart(day, departure, zone) < secondsInto(day, shiftEnd, zone)
}
