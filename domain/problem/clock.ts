import { secondsInto } from '../time.ts'

/** Seconds from local midnight of the planned day to a `DayTime` of it. */
export type Clock = (time: string) => number

export const clockOf =
  (day: string, zone: string): Clock =>
  (time) =>
    secondsInto(day, time, zone)

/** The last time that anybody can say. What has no end ends then. */
export const endOfTime = '47:59'
