import type { Penalties } from '../search/local-search/routes/penalized-routes.ts'
import type { Problem, VehicleType } from '../model/problem.ts'

/** Cost and penalties of routes, given by each node's successor, computed from scratch by driving them. */
export function penalizedCost(problem: Problem, next: Int32Array, penalties: Penalties): number {
  let total = 0
  for (let v = 0; v < problem.vehicleCount; v++) {
    const jobs = jobsOf(problem, next, v)
    if (jobs.length > 0) total += costOf(problem, v, jobs, penalties)
  }
  return total
}

/** The jobs of a vehicle in driving order. */
export function jobsOf({ jobCount }: Problem, next: Int32Array, v: number): number[] {
  const jobs: number[] = []
  for (let node = next[jobCount + 2 * v]; node < jobCount; node = next[node]) jobs.push(node)
  return jobs
}

/** The successors when no vehicle has a job. */
export function noRoutes({ jobCount, vehicleCount, nodeCount }: Problem): Int32Array {
  const next = new Int32Array(nodeCount).fill(-1)
  for (let v = 0; v < vehicleCount; v++) next[jobCount + 2 * v] = jobCount + 2 * v + 1
  return next
}

function costOf(problem: Problem, v: number, jobs: number[], penalties: Penalties): number {
  const { pointCount, earliest, latest, delivery, pickup, dimensions, jobCount, types, typeOf } = problem
  const { start, end, costs, durations, service, fixedCost, capacity, shiftFrom, shiftTo } = types[typeOf[v]]
  let cost = fixedCost
  let time = shiftFrom
  let warp = 0
  let from = start
  for (const to of [...jobs, end]) {
    cost += costs[from * pointCount + to]
    time += durations[from * pointCount + to]
    const isJob = to < jobCount
    const opens = isJob ? earliest[to] : -Infinity
    const closes = isJob ? latest[to] : shiftTo
    time = Math.max(time, opens)
    warp += Math.max(0, time - closes)
    time = Math.min(time, closes) + (isJob ? service[to] : 0)
    from = to
  }
  warp += excess(problem, v, jobs)
  let load = 0
  for (let d = 0; d < dimensions; d++) {
    const amount = (j: number) => delivery[j * dimensions + d] + pickup[j * dimensions + d]
    let all = 0
    for (let j = 0; j < jobCount; j++) all += amount(j)
    const carried = jobs.reduce((sum, j) => sum + amount(j), 0)
    load += Math.max(0, carried - capacity[d]) * (all > 0 ? jobCount / all : 1)
  }
  return cost + warp * penalties.warp + load * penalties.load
}

/** The seconds by which a route exceeds its limits. Lateness is allowed, so windows only make a vehicle wait. */
function excess({ pointCount, earliest, latest, jobCount, types, typeOf }: Problem, v: number, jobs: number[]): number {
  const { start, end, durations, distances, service, shiftFrom, shiftTo, maxShift, maxTravel, maxDistance } =
    types[typeOf[v]]
  const legs = [...jobs, end].map((to, i) => (i === 0 ? start : jobs[i - 1]) * pointCount + to)
  const travel = legs.reduce((sum, leg) => sum + durations[leg], 0)
  const meters = legs.reduce((sum, leg) => sum + (distances?.[leg] ?? 0), 0)
  /** Time away and time warp for a departure. */
  const leaving = (departure: number) => {
    let time = departure
    let warp = 0
    ;[...jobs, end].forEach((to, i) => {
      const isJob = to < jobCount
      const closes = isJob ? latest[to] : shiftTo
      time = Math.max(time + durations[legs[i]], isJob ? earliest[to] : shiftFrom)
      warp += Math.max(0, time - closes)
      time = Math.min(time, closes) + (isJob ? service[to] : 0)
    })
    return { warp, away: time - departure + warp }
  }
  let tooLong = 0
  if (maxShift < Infinity) {
    // A later departure never takes longer, but may be too late: take the latest one that is not.
    const { warp } = leaving(shiftFrom)
    let [early, late] = [shiftFrom, Math.min(shiftTo, 2000)]
    while (early < late) {
      const middle = Math.ceil((early + late) / 2)
      if (leaving(middle).warp > warp) late = middle - 1
      else early = middle
    }
    tooLong = Math.max(0, leaving(early).away - maxShift)
  }
  const tooFar = meters > maxDistance ? (meters - maxDistance) * secondsPerMeter(types) : 0
  return tooLong + Math.max(0, travel - maxTravel) + tooFar
}

function secondsPerMeter(types: VehicleType[]): number {
  const { durations, distances } = types.find((type) => type.distances)!
  const total = (table: Int32Array) => table.reduce((sum, each) => sum + each, 0)
  return total(durations) / total(distances!)
}
