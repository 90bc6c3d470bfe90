import { dayTimeAt, onClock } from '../time.ts'

/** `17:30`, or `02:30 the next day`, as sentences say a `DayTime`. */
export function sayDayTime(dayTime: string): string {
  const { time, daysLater } = onClock(dayTime)
  return daysLater ? `${time} the next day` : time
}

/** The same for seconds after local midnight of `day`. */
export function sayTime(day: string, seconds: number, zone: string): string {
  return sayDayTime(dayTimeAt(day, seconds, zone))
}
