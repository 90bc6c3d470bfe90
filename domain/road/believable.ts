import type { HiddenReason } from '../schema/position.ts'
import { metersBetween, type Place } from './meters.ts'

/** A fix on its way into a driver's track. `at` is in milliseconds. */
export type TrackFix = Place & { at: number; accuracy_m: number | null; speed_mps: number | null }

type Seen = Place & { at: number }

/** Where a driver was last, and the places that seemed too far from there since. */
export type Belief = { last: Seen | null; doubted: Seen | null; doubts: number }

export const knowsNothing: Belief = { last: null, doubted: null, doubts: 0 }

/** 250 km/h. */
const fastestMps = 70
/** What two good fixes may be off together. */
const slackM = 200
/** After so many fixes that agree with each other, it was the place before them that was wrong. */
const doubtsToBelieve = 3
const inaccurateM = 500
const aheadMs = 2 * 60_000
/** A first fix so far from where the driver works is doubted like a jump. */
const farFromWorkM = 2_000_000

/**
 * Whether anybody can have been there. What nobody believes is kept, but moves nothing.
 * @param receivedAt by the server's clock
 * @param work a place where the driver is expected
 */
export function judge(
  belief: Belief,
  fix: TrackFix,
  receivedAt: number,
  work?: Place,
): { hidden: HiddenReason | null; belief: Belief } {
  const plain = plainLie(fix, receivedAt)
  if (plain) return { hidden: plain, belief }
  const { last, doubted, doubts } = belief
  const seen = { at: fix.at, lat: fix.lat, lng: fix.lng }
  const isBelieved = last ? couldReach(last, fix) : !work || metersBetween(work, fix) < farFromWorkM
  if (isBelieved) return { hidden: null, belief: { last: seen, doubted: null, doubts: 0 } }
  const agreed = doubted && couldReach(doubted, fix) ? doubts + 1 : 1
  if (agreed >= doubtsToBelieve) return { hidden: null, belief: { last: seen, doubted: null, doubts: 0 } }
  return { hidden: 'jump', belief: { last, doubted: seen, doubts: agreed } }
}

/** What shows in a fix by itself, wherever the driver was before. */
export function plainLie({ lat, lng, at, accuracy_m }: TrackFix, receivedAt: number): HiddenReason | null {
  if (Math.abs(lat) < 0.01 && Math.abs(lng) < 0.01) return 'null_island'
  if (at > receivedAt + aheadMs) return 'future'
  if (accuracy_m !== null && accuracy_m > inaccurateM) return 'inaccurate'
  return null
}

function couldReach(from: Seen, to: TrackFix): boolean {
  const seconds = Math.max(0, to.at - from.at) / 1000
  return metersBetween(from, to) <= slackM + (to.accuracy_m ?? 0) + fastestMps * seconds
}
