import type { Journey } from '../math/curves.ts'
import type { VroomTrafficStep } from '../json/vroom.ts'

const secondsPerDay = 86_400

/** Speeds over the day, in hundredths of the nominal speed; each holds until the next. */
export type Traffic = {
  from: number[]
  speed: number[]
  /** The seconds of each part, and the distance covered in a day. */
  lengths: number[]
  daily: number
  fastest: number
}

/** The speeds of a drive, by its place in a table: the same for all, or by the zones that it goes through. */
export type TrafficOn = (way: number) => Traffic

/** Prepares a profile's speeds for driving. */
export function readTraffic(steps: readonly VroomTrafficStep[]): Traffic {
  const from = steps.map((step) => step.from)
  const speed = steps.map(({ factor }) => Math.round(factor * 100))
  const lengths = from.map((begin, i) => (from[i + 1] ?? secondsPerDay) - begin)
  const daily = lengths.reduce((sum, length, i) => sum + length * speed[i], 0)
  return { from, speed, lengths, daily, fastest: Math.max(...speed) }
}

/** The latest departure of such a drive that arrives by a moment. */
export function departureOf({ from, speed, lengths, daily }: Traffic, seconds: number, moment: number): number {
  if (!Number.isFinite(moment)) return moment
  let left = seconds * 100
  let time = moment
  if (left >= daily) {
    const wholeDays = Math.floor(left / daily)
    left -= wholeDays * daily
    time -= wholeDays * secondsPerDay
  }
  // A drive that ends at midnight was driven at the last speed of the day before.
  const midnight = (Math.ceil(time / secondsPerDay) - 1) * secondsPerDay
  let part = from.length - 1
  while (from[part] >= time - midnight) part--
  let begin = midnight + from[part]
  while (left > (time - begin) * speed[part]) {
    left -= (time - begin) * speed[part]
    time = begin
    part = (part + from.length - 1) % from.length
    begin -= lengths[part]
  }
  return time - Math.ceil(left / speed[part])
}

/** The speeds between two moments, and until when each holds; the last one for good. */
export function changesWithin({ from, speed }: Traffic, first: number, last: number) {
  const until: number[] = []
  const speeds: number[] = []
  let now = speed.findLast((_, part) => from[part] <= first % secondsPerDay)!
  for (let midnight = first - (first % secondsPerDay); midnight <= last; midnight += secondsPerDay) {
    for (let part = 0; part < from.length; part++) {
      const moment = midnight + from[part]
      if (moment <= first || moment > last || speed[part] === now) continue
      until.push(moment)
      speeds.push(now)
      now = speed[part]
    }
  }
  return { until: [...until, Infinity], speed: [...speeds, now] }
}

/** Whole seconds of a drive of `seconds` at nominal speed, at one other speed throughout. */
export function secondsAt(seconds: number, speed: number): number {
  return Math.ceil((seconds * 100) / speed)
}

/**
 * When a drive of `seconds` at nominal speed ends that begins at a moment, at the actual speed of each part of the day.
 * Whole seconds, rounded up.
 */
export function arrivalOf({ from, speed, lengths, daily }: Traffic, seconds: number, moment: number): number {
  if (!Number.isFinite(moment)) return moment
  let left = seconds * 100
  let time = moment
  if (left >= daily) {
    const wholeDays = Math.floor(left / daily)
    left -= wholeDays * daily
    time += wholeDays * secondsPerDay
  }
  const midnight = Math.floor(time / secondsPerDay) * secondsPerDay
  let part = from.length - 1
  while (from[part] > time - midnight) part--
  let end = midnight + from[part] + lengths[part]
  while (left > (end - time) * speed[part]) {
    left -= (end - time) * speed[part]
    time = end
    part = (part + 1) % from.length
    end += lengths[part]
  }
  return time + Math.ceil(left / speed[part])
}

/**
 * A drive that takes `seconds` at nominal speed, at the actual speed of each part of the day, so that leaving later
 * never means arriving sooner (Ichoua, Gendreau and Potvin, 2003). Whole seconds, rounded up.
 */
export function makeJourney(traffic: Traffic, seconds: number): Journey {
  const { from, lengths } = traffic
  const nextBoundary = (moment: number) => {
    const midnight = Math.floor(moment / secondsPerDay) * secondsPerDay
    let part = from.length - 1
    while (from[part] > moment - midnight) part--
    return midnight + from[part] + lengths[part]
  }
  const arrive = (moment: number) => arrivalOf(traffic, seconds, moment)
  const leaveBy = (moment: number) => departureOf(traffic, seconds, moment)
  const alikeUntil = (moment: number) => Math.min(nextBoundary(moment) - 1, leaveBy(nextBoundary(arrive(moment) - 1)))
  return { arrive, leaveBy, alikeUntil }
}
