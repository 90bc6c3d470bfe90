import type { Journey } from '../math/curves.ts'
import type { VroomTrafficStep } from '../json/vroom.ts'

const secondsPerDay = 86_400

/** Speeds over the day, in hundredths of those that the travel times are for; each holds up to the next. */
export type Traffic = {
  from: number[]
  speed: number[]
  /** Seconds of each part, and what is covered in a day. */
  lengths: number[]
  daily: number
  fastest: number
}

/** The speeds that a problem gives for a profile, in a form to drive by. */
export function readTraffic(steps: readonly VroomTrafficStep[]): Traffic {
  const from = steps.map((step) => step.from)
  const speed = steps.map(({ factor }) => Math.round(factor * 100))
  const lengths = from.map((begin, i) => (from[i + 1] ?? secondsPerDay) - begin)
  const daily = lengths.reduce((sum, length, i) => sum + length * speed[i], 0)
  return { from, speed, lengths, daily, fastest: Math.max(...speed) }
}

/** Whole seconds of a drive that takes `seconds` at the given travel times, at one speed throughout. */
export function secondsAt(seconds: number, speed: number): number {
  return Math.ceil((seconds * 100) / speed)
}

/**
 * A drive that takes `seconds` at the given travel times: the way is covered at the speed of each part of the day, so
 * that nobody arrives sooner by leaving later (Ichoua, Gendreau and Potvin, 2003). Whole seconds, rounded up.
 */
export function makeJourney({ from, speed, lengths, daily }: Traffic, seconds: number): Journey {
  const distance = seconds * 100
  const wholeDays = Math.floor(distance / daily)
  const rest = distance - wholeDays * daily

  /** The part of the day that a moment falls into; for `isEnd` the one that ends there at the latest. */
  const partAt = (second: number, isEnd: boolean) => {
    let part = from.length - 1
    while (isEnd ? from[part] >= second : from[part] > second) part--
    return part
  }
  const nextBoundary = (moment: number) => {
    const midnight = Math.floor(moment / secondsPerDay) * secondsPerDay
    const part = partAt(moment - midnight, false)
    return midnight + from[part] + lengths[part]
  }
  const arrive = (moment: number) => {
    let left = rest
    let time = moment + wholeDays * secondsPerDay
    const midnight = Math.floor(time / secondsPerDay) * secondsPerDay
    let part = partAt(time - midnight, false)
    let end = midnight + from[part] + lengths[part]
    while (left > (end - time) * speed[part]) {
      left -= (end - time) * speed[part]
      time = end
      part = (part + 1) % from.length
      end += lengths[part]
    }
    return time + Math.ceil(left / speed[part])
  }
  const leaveBy = (moment: number) => {
    let left = rest
    let time = moment - wholeDays * secondsPerDay
    // Midnight belongs to the day before: what ends there was driven at its last speed.
    const midnight = (Math.ceil(time / secondsPerDay) - 1) * secondsPerDay
    let part = partAt(time - midnight, true)
    let begin = midnight + from[part]
    while (left > (time - begin) * speed[part]) {
      left -= (time - begin) * speed[part]
      time = begin
      part = (part + from.length - 1) % from.length
      begin -= lengths[part]
    }
    return time - Math.ceil(left / speed[part])
  }
  const alikeUntil = (moment: number) => Math.min(nextBoundary(moment) - 1, leaveBy(nextBoundary(arrive(moment) - 1)))
  return { arrive, leaveBy, alikeUntil }
}
