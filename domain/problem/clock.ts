import { secondsInto } from '../time.ts'

/** Seconds from local midnight of the planned day to a `DayTime` of it. */
export type Clock = (time: string) => number

/** Most deliveries of a day say the same times, and asking the calendar takes long. */
export function clockOf(day: string, zone: string): Clock {
  const known = new Map<string, number>()
  return (time) => {
    const found = known.get(time)
    if (found !== undefined) return found
    const seconds = secondsInto(day, time, zone)
    known.set(time, seconds)
    return seconds
  }
}

/** The last time that anybody can say. What has no end ends then. */
export const endOfTime = '47:59'
