import type { Problem, VehicleType } from '../../model/problem.ts'

/**
 * A sequence of jobs as driven one way by vehicles of one family: what it costs, takes, and when it can begin. Two are put
 * one behind the other in constant time (Vidal et al., 2013). Undefined if it cannot be in time.
 */
export type HalfRoute = {
  first: number
  last: number
  /** What its legs cost, without those from and to a depot. */
  cost: number
  travel: number
  distance: number
  /** Seconds from the begin of work at its first job to the end at its last, waiting included. */
  duration: number
  /** When to begin so that it lasts no longer than that. */
  earliest: number
  latest: number
}

/** One job. */
export function single({ earliest, latest }: Problem, { service }: VehicleType, job: number): HalfRoute {
  return {
    first: job,
    last: job,
    cost: 0,
    travel: 0,
    distance: 0,
    duration: service[job],
    earliest: earliest[job],
    latest: latest[job],
  }
}

/** One sequence behind another. */
export function join(
  { pointCount }: Problem,
  { costs, durations, distances }: VehicleType,
  a: HalfRoute | undefined,
  b: HalfRoute | undefined,
): HalfRoute | undefined {
  if (!a || !b) return undefined
  const leg = a.last * pointCount + b.first
  const between = a.duration + durations[leg]
  if (a.earliest + between > b.latest) return undefined
  const waiting = Math.max(0, b.earliest - between - a.latest)
  return {
    first: a.first,
    last: b.last,
    cost: a.cost + costs[leg] + b.cost,
    travel: a.travel + durations[leg] + b.travel,
    distance: a.distance + (distances ? distances[leg] : 0) + b.distance,
    duration: between + waiting + b.duration,
    earliest: Math.max(b.earliest - between, a.earliest) - waiting,
    latest: Math.min(b.latest - between, a.latest),
  }
}

/** What a vehicle of a type pays to drive a sequence from its start to its end, or Infinity if it cannot. */
export function priceOf({ pointCount }: Problem, type: VehicleType, half: HalfRoute | undefined): number {
  if (!half) return Infinity
  const { costs, durations, distances, start, end, fixedCost } = type
  const there = start * pointCount + half.first
  const back = half.last * pointCount + end
  const arrival = type.shiftFrom + durations[there]
  if (arrival > half.latest) return Infinity
  const begin = Math.max(arrival, half.earliest)
  if (begin + half.duration + durations[back] > type.shiftTo) return Infinity
  if (durations[there] + half.duration + durations[back] > type.maxShift) return Infinity
  if (durations[there] + half.travel + durations[back] > type.maxTravel) return Infinity
  const meters = distances ? distances[there] + half.distance + distances[back] : 0
  if (meters > type.maxDistance) return Infinity
  return fixedCost + costs[there] + half.cost + costs[back]
}
