import { type Problem, windowAtOrAfter } from '../model/problem.ts'

/** The least extra cost of a route in trips, by trying every way to split it; for problems without shipments and rides. */
export function splitEveryWay(problem: Problem, vehicle: number, jobs: readonly number[]): number {
  const { jobCount, point, pointCount, dimensions, delivery, pickup, release, travel, types, typeOf } = problem
  const type = types[typeOf[vehicle]]
  const { costs, durations, reload } = type
  const start = point[jobCount + 2 * vehicle]
  const end = point[jobCount + 2 * vehicle + 1]
  return from(0, start, type.shiftFrom, 0, 0, 0)

  function from(first: number, depot: number, ready: number, trips: number, seconds: number, meters: number): number {
    if (trips === reload!.maxTrips) return Infinity
    let least = Infinity
    for (let last = first; last < jobs.length; last++) {
      const trip = jobs.slice(first, last + 1)
      if (!fits(trip)) continue
      const way = [depot, ...trip]
      const left = endOf(trip, depot, ready, first > 0)
      const driven = seconds + lengthOf(way, durations)
      const covered = meters + (type.distances ? lengthOf(way, type.distances) : 0)
      const detour = first > 0 ? costs[depot * pointCount + trip[0]] : 0
      const go = (to: number) => {
        const back = trip.at(-1)! * pointCount + to
        return [left + durations[back], driven + durations[back], covered + (type.distances?.[back] ?? 0)] as const
      }
      if (last === jobs.length - 1) {
        const [time, travelled, far] = go(end)
        const isHome = time < Infinity && time <= type.shiftTo && travelled <= type.maxTravel && far <= type.maxDistance
        if (isHome) least = Math.min(least, detour)
        continue
      }
      const direct = costs[trip.at(-1)! * pointCount + jobs[last + 1]]
      for (const next of reload!.points) {
        const [time, travelled, far] = go(next)
        const rest = from(last + 1, next, time, trips + 1, travelled, far)
        least = Math.min(least, detour + costs[trip.at(-1)! * pointCount + next] - direct + rest)
      }
    }
    return least
  }

  function fits(trip: readonly number[]): boolean {
    for (let d = 0; d < dimensions; d++) {
      let load = trip.reduce((sum, job) => sum + delivery[job * dimensions + d], 0)
      if (load > type.capacity[d]) return false
      for (const job of trip) {
        load += pickup[job * dimensions + d] - delivery[job * dimensions + d]
        if (load > type.capacity[d]) return false
      }
    }
    return true
  }

  /** When the work of a trip ends; Infinity if it is too late for a window. */
  function endOf(trip: readonly number[], depot: number, ready: number, loads: boolean): number {
    let time = Math.max(ready, ...trip.map((job) => release[job])) + (loads ? reload!.service : 0)
    let here = depot
    for (const job of trip) {
      const setup = travel.address[here] === travel.address[job] ? 0 : type.setup[job]
      time = windowAtOrAfter(problem, job, time + durations[here * pointCount + job]) + setup + type.service[job]
      here = job
    }
    return time
  }

  function lengthOf(way: readonly number[], table: Int32Array): number {
    return way.slice(1).reduce((sum, to, i) => sum + table[way[i] * pointCount + to], 0)
  }
}
