import { distanceKm } from '../great-circle.ts'
import { add, addRest, noTime, pause, rangeOf, waitUntil, type Elapsed } from './elapsed.ts'
import type { EtaBasis } from './kinds.ts'
import { cellOf, expect, type Model } from './learn.ts'
import { usualWidths, withWidth, type Width, type Widths } from './widths.ts'

type Place = { lat: number; lng: number }

/** A stop that is not over, in the order of the route. Instants are milliseconds. */
export type StopAhead = {
  id: string
  /** A break has no place: it is taken on the way. */
  place: Place | null
  isBreak: boolean
  /** The planned drive from the stop before. */
  leg_seconds: number
  service_seconds: number
  /** Nobody is served before. */
  opens_at: number | null
  arrived_at: number | null
}

/** All that is known of a route on its way. */
export type OnTheWay = {
  now: number
  driver: string
  /** When the first drive was planned to begin. */
  starts_at: number
  hasBegun: boolean
  /** Where the planned drive to the first of the stops ahead begins, and since when the driver has been on it. */
  from: Place | null
  left_at: number | null
  /** Where the driver was last, and when. */
  position: (Place & { at: number }) | null
  /** How long a break that has begun goes on. */
  break_seconds: number
  stops: readonly StopAhead[]
}

/** `width` is how much wider the range was made than the model found it. */
export type StopEta = { id: string; basis: EtaBasis; p10: number; p50: number; p90: number; width: Width }

/** The range that is said holds the arrival with this probability: from the 10th to the 90th percentile. */
export const etaProbability = 0.8

/** Positions older than this say nothing of where the driver is now. */
const longestFixMs = 15 * 60_000
/** So near, the length of the drive says nothing any more. */
const nearKm = 0.2
/** Where a planned drive is as good as no distance: 25 km/h along roads that are 1.4 times longer than the straight line. */
const secondsPerKm = (3600 / 25) * 1.4

/** When the driver reaches each stop ahead. What was reached already is left out. */
export function estimate(
  route: OnTheWay,
  model: Model,
  hourAt: (at: number) => number,
  widths: Widths = usualWidths,
): StopEta[] {
  const { now, driver, stops } = route
  const expected = (kind: 'drive' | 'service', place: Place | null, elapsed: Elapsed) =>
    expect(kind, model[kind], { driver, cell: place ? cellOf(place) : '', hour: hourAt(now + elapsed.mean * 1000) })
  const start = beginning(route)
  let elapsed = pause(noTime, start.wait_seconds + route.break_seconds)
  const etas: StopEta[] = []
  const etaOf = (id: string, reached: Elapsed): StopEta => {
    const [p10, p50, p90] = rangeOf(reached).map((seconds) => Math.round(now / 1000 + seconds) * 1000) as Three
    return { id, basis: start.basis, ...withWidth({ p10, p50, p90 }, now, widths) }
  }
  let first: { seconds: number; since: number } | null = start.leg
  let carried = 0
  for (const stop of stops) {
    const { place, arrived_at } = stop
    const opens = stop.opens_at === null ? -Infinity : (stop.opens_at - now) / 1000
    if (arrived_at !== null) {
      const since = Math.min((now - arrived_at) / 1000, -opens)
      elapsed = waitUntil(elapsed, opens)
      elapsed = addRest(elapsed, stop.service_seconds, since, expected('service', place, elapsed))
      first = null
      continue
    }
    if (stop.isBreak) {
      // The drive that it interrupts counts where it ends.
      if (!first) carried += stop.leg_seconds
      etas.push(etaOf(stop.id, elapsed))
      elapsed = pause(elapsed, stop.service_seconds)
      continue
    }
    if (first) elapsed = addRest(elapsed, first.seconds, first.since, expected('drive', place, elapsed))
    else elapsed = add(elapsed, carried + stop.leg_seconds, expected('drive', place, elapsed))
    first = null
    carried = 0
    etas.push(etaOf(stop.id, elapsed))
    elapsed = waitUntil(elapsed, opens)
    elapsed = add(elapsed, stop.service_seconds, expected('service', place, elapsed))
  }
  return etas
}

type Three = [number, number, number]

type Beginning = {
  basis: EtaBasis
  wait_seconds: number
  /** What is left of the drive to the first place ahead, and since when the driver has been on it. */
  leg: { seconds: number; since: number } | null
}

/** How the drive to the first stop ahead goes on from here. */
function beginning({ now, starts_at, hasBegun, from, left_at, position, stops }: OnTheWay): Beginning {
  const until = stops.findIndex(({ isBreak }) => !isBreak)
  const target = stops[until]
  const planned = stops.slice(0, until + 1).reduce((sum, { leg_seconds }) => sum + leg_seconds, 0)
  const fix = position && now - position.at <= longestFixMs ? position : null
  if (target?.arrived_at != null) return { basis: fix ? 'position' : 'progress', wait_seconds: 0, leg: null }
  if (!hasBegun) {
    return { basis: 'plan', wait_seconds: Math.max(0, (starts_at - now) / 1000), leg: { seconds: planned, since: 0 } }
  }
  if (fix && target?.place) {
    const left = distanceKm(fix, target.place)
    const whole = from ? distanceKm(from, target.place) : 0
    const seconds = whole > nearKm ? planned * Math.min(left / whole, 3) : left * secondsPerKm
    return { basis: 'position', wait_seconds: 0, leg: { seconds, since: (now - fix.at) / 1000 } }
  }
  const since = left_at === null ? 0 : Math.max(0, (now - left_at) / 1000)
  return { basis: 'progress', wait_seconds: 0, leg: { seconds: planned, since } }
}
