import type { ObservedKind } from './kinds.ts'
import type { Expected } from './learn.ts'
import { below, density, z90 } from './normal.ts'

/**
 * How long something takes from now on, in seconds: at least `floor`, with a mean and a variance. Of the variance, one part
 * is chance, which partly evens out along a route. The others are standard deviations of what all drives have in common,
 * and of what all stops have: those add up, each by itself.
 */
export type Elapsed = { floor: number; mean: number; chance: number; shared: Record<ObservedKind, number> }

export const noTime: Elapsed = { floor: 0, mean: 0, chance: 0, shared: { drive: 0, service: 0 } }

const sharedOf = ({ drive, service }: Elapsed['shared']) => drive * drive + service * service
const varianceOf = ({ chance, shared }: Elapsed) => chance + sharedOf(shared)

/** A pause whose length is known. */
export function pause(elapsed: Elapsed, seconds: number): Elapsed {
  return { ...elapsed, floor: elapsed.floor + seconds, mean: elapsed.mean + seconds }
}

/** A drive or a stop that was planned to take `seconds`. */
export function add(elapsed: Elapsed, seconds: number, { kind, log, chance, shared }: Expected): Elapsed {
  const mean = seconds * Math.exp(log + (chance + shared) / 2)
  return {
    floor: elapsed.floor,
    mean: elapsed.mean + mean,
    chance: elapsed.chance + mean * mean * (Math.exp(chance) - 1),
    shared: { ...elapsed.shared, [kind]: elapsed.shared[kind] + mean * Math.sqrt(Math.exp(shared) - 1) },
  }
}

/**
 * The same, if it began `since` seconds ago and is not over yet: what is left of a lognormal time that is longer than
 * that, by its truncated moments.
 */
export function addRest(elapsed: Elapsed, seconds: number, since: number, expected: Expected): Elapsed {
  if (since <= 1) return add(elapsed, seconds, expected)
  if (seconds <= 0) return elapsed
  const variance = expected.chance + expected.shared
  const deviation = Math.sqrt(variance)
  const log = Math.log(seconds) + expected.log
  const longer = (order: number) => below((log + order * variance - Math.log(since)) / deviation)
  const share = longer(0)
  // Far longer than anything that is expected: as much again as a tenth of what it took already.
  if (share < 1e-4) return add(elapsed, since / 10, { ...expected, log: 0 })
  const mean = (Math.exp(log + variance / 2) * longer(1)) / share - since
  const square = (Math.exp(2 * log + 2 * variance) * longer(2)) / share - 2 * since * (mean + since) + since * since
  const left = Math.max(0, square - mean * mean)
  const ofShared = expected.shared / variance
  return {
    floor: elapsed.floor,
    mean: elapsed.mean + Math.max(0, mean),
    chance: elapsed.chance + left * (1 - ofShared),
    shared: { ...elapsed.shared, [expected.kind]: elapsed.shared[expected.kind] + Math.sqrt(left * ofShared) },
  }
}

/**
 * Waits until `seconds` from now, if it is not later by then: the greater of a normal variable and a constant (Clark, The
 * Greatest of a Finite Set of Random Variables, Operations Research 9, 1961).
 */
export function waitUntil(elapsed: Elapsed, seconds: number): Elapsed {
  const { floor, mean, shared } = elapsed
  if (seconds <= floor) return elapsed
  const deviation = Math.sqrt(varianceOf(elapsed))
  if (deviation === 0) return { ...noTime, floor: Math.max(mean, seconds), mean: Math.max(mean, seconds) }
  const above = (mean - seconds) / deviation
  const isLater = below(above)
  const first = mean * isLater + seconds * (1 - isLater) + deviation * density(above)
  const second =
    (mean * mean + deviation * deviation) * isLater +
    seconds * seconds * (1 - isLater) +
    (mean + seconds) * deviation * density(above)
  const variance = Math.max(0, second - first * first)
  const most = Math.sqrt(variance / Math.max(sharedOf(shared), Number.MIN_VALUE))
  const still = Math.min(isLater, most)
  const stillShared = { drive: shared.drive * still, service: shared.service * still }
  return { floor: seconds, mean: first, chance: Math.max(0, variance - sharedOf(stillShared)), shared: stillShared }
}

/** The seconds within which it takes with 10, 50 and 90 %: lognormal above the floor, as sums of lognormal times nearly are (Fenton, IRE Transactions on Communications Systems 8, 1960). */
export function rangeOf(elapsed: Elapsed): [p10: number, p50: number, p90: number] {
  const { floor, mean } = elapsed
  const rest = mean - floor
  if (rest <= 0) return [mean, mean, mean]
  const square = Math.log(1 + varianceOf(elapsed) / (rest * rest))
  const median = rest / Math.exp(square / 2)
  const apart = Math.exp(z90 * Math.sqrt(square))
  return [floor + median / apart, floor + median, floor + median * apart]
}
