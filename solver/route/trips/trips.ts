import type { Problem } from '../../model/problem.ts'
import type { Trip } from './trip-loading.ts'
import { makeSplitter, type TripLabel } from './trip-splitter.ts'

/** A route in trips, and the cost of driving to depots in between beyond its direct arcs, in search units. */
export type Trips = {
  extra: number
  trips: Trip[]
}

/** Splits a route into trips so that detours cost least; nothing if there is no way. */
export function splitIntoTrips(problem: Problem, vehicle: number, jobs: readonly number[]): Trips | undefined {
  const best = makeSplitter(problem)(vehicle, jobs)
  return best && { extra: best.extra, trips: tripsOf(best, jobs.length) }
}

/** What shipments leave on board while the vehicle is at a depot. */
export function onBoard({ dimensions, pickup, pair }: Problem, jobs: readonly number[], to: number): number[] {
  const load = Array.from({ length: dimensions }, () => 0)
  for (const job of jobs.slice(0, to)) {
    if (pair[job] >= 0) load.forEach((_, d) => (load[d] += pickup[job * dimensions + d]))
  }
  return load
}

function tripsOf(last: TripLabel, jobCount: number): Trip[] {
  const trips: Trip[] = []
  let to = jobCount
  for (let label = last; label.before; label = label.before) {
    trips.unshift({ from: label.from, to, depot: label.before.depot })
    to = label.from
  }
  return trips
}
