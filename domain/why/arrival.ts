import type { ArrivalLine } from '../schema/plan-why.ts'
import type { StopKind } from '../schema/plan.ts'

/** A stop as it is stored. Times are instants; kilometers count from the start of the route. */
export type TimedStop = {
  id: string
  kind: StopKind
  sequence: number
  name: string
  arrival_at: string
  departure_at: string
  waiting_seconds: number
  setup_seconds: number
  service_seconds: number
  distance_km: number
}

type TimedRoute = {
  /** In driving order, from the start on. */
  stops: readonly TimedStop[]
  driving_seconds: number
}

const secondsOf = (instant: string) => Math.round(Date.parse(instant) / 1000)
const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Shorter differences are rounding. */
const leastDelay = 60

/**
 * How the arrival at a stop adds up: every line begins where the one before ends, the first one with the route, and the last one
 * ends with the arrival. The stop's own waiting and work are not part of it.
 * @param isDone whether a driver has passed a stop or is on the way there, so that the next leg may have begun later than planned
 */
export function arrivalLines(route: TimedRoute, stopId: string, isDone: (stopId: string) => boolean): ArrivalLine[] {
  const { stops } = route
  const index = stops.findIndex(({ id }) => id === stopId)
  const first = stops[0]
  if (index < 0 || !first) return []
  const lines: ArrivalLine[] = []
  let at = secondsOf(first.arrival_at)
  const add = (
    kind: ArrivalLine['kind'],
    seconds: number,
    { id, sequence, name }: TimedStop,
    rest: Partial<ArrivalLine> = {},
  ) => {
    at += seconds
    const line = { kind, seconds, at: instantOf(at), stop_id: id, sequence, name, distance_km: null, speed_kmh: null }
    lines.push({ ...line, ...rest })
  }
  add('start', 0, first)
  const late = delayOf(route, isDone)
  for (const [i, stop] of stops.slice(0, index + 1).entries()) {
    const before = stops[i - 1]
    if (before) {
      const leg = secondsOf(stop.arrival_at) - at
      const delay = late && late.after === before.id ? Math.min(leg, late.seconds) : 0
      if (delay) add('delay', delay, before)
      const driven = leg - delay
      if (driven !== 0 || stop.kind !== 'break') add('drive', driven, stop, wayOf(before, stop, driven))
    }
    if (i === index) break
    const { waiting_seconds, setup_seconds, service_seconds, kind } = stop
    if (waiting_seconds) add('wait', waiting_seconds, stop)
    if (setup_seconds) add('park', setup_seconds, stop)
    const work = kind === 'break' || kind === 'reload' ? kind : 'service'
    if (service_seconds) add(work, service_seconds, stop)
    const rest = secondsOf(stop.departure_at) - at
    if (rest) add('stay', rest, stop)
  }
  return lines
}

/** How far a leg is, and how fast that is on average. The way around a break belongs to what is driven after it. */
function wayOf(before: TimedStop, stop: TimedStop, seconds: number): Pick<ArrivalLine, 'distance_km' | 'speed_kmh'> {
  if (stop.kind === 'break') return { distance_km: null, speed_kmh: null }
  const distance_km = Math.max(0, Math.round((stop.distance_km - before.distance_km) * 1000) / 1000)
  const isWhole = before.kind !== 'break' && seconds > 0 && distance_km > 0
  return { distance_km, speed_kmh: isWhole ? Math.round(distance_km / (seconds / 3600)) : null }
}

/** Where a driver left later than planned, and by how much: what the legs take together beyond the driving. */
function delayOf({ stops, driving_seconds }: TimedRoute, isDone: (stopId: string) => boolean) {
  const legs = stops.slice(1).map((stop, i) => {
    const before = stops[i]!
    const seconds = secondsOf(stop.arrival_at) - secondsOf(before.departure_at)
    return { before, seconds, km: stop.distance_km - before.distance_km }
  })
  const sum = (pick: (leg: (typeof legs)[number]) => number) => legs.reduce((total, leg) => total + pick(leg), 0)
  const seconds = sum((leg) => leg.seconds) - driving_seconds
  if (seconds < leastDelay) return undefined
  const pace =
    driving_seconds /
    Math.max(
      0.001,
      sum(({ km }) => km),
    )
  const [slowest] = legs
    .filter(({ before }) => isDone(before.id))
    .toSorted((a, b) => b.seconds - b.km * pace - (a.seconds - a.km * pace))
  return slowest && { after: slowest.before.id, seconds }
}
