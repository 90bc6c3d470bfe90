import type { Neighbors } from '../../model/neighbors.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/** A job is inserted beside one of this many nearest jobs, or on a vehicle without jobs. */
const nearestCount = 40

/**
 * Inserts an absent job where it costs least, penalties included (cheapest insertion). Returns its vehicle, or -1 where no
 * vehicle can serve it.
 */
export function insertCheapest(routes: PenalizedRoutes, neighbors: Neighbors, job: number): number {
  const behind = findCheapestPlace(routes, neighbors, job)
  if (behind < 0) return -1
  const v = routes.linked.routeOf[behind]
  routes.linked.link(job, behind)
  routes.update(v)
  return v
}

/** The node behind which an absent job costs least, penalties included, or -1 where no vehicle can serve it. */
export function findCheapestPlace(routes: PenalizedRoutes, { width, list }: Neighbors, job: number): number {
  const { jobCount, vehicleCount, types } = routes.problem
  const { prev, routeOf } = routes.linked
  let best = Infinity
  let behind = -1
  const consider = (after: number) => {
    const change = evaluate(routes, job, after, best)
    if (change >= best) return
    best = change
    behind = after
  }
  for (let k = 0; k < Math.min(nearestCount, width); k++) {
    const near = list[job * width + k]
    if (routeOf[near] < 0) continue
    consider(near)
    consider(prev[near])
  }
  for (let type = 0; type < types.length; type++) {
    const spare = routes.linked.spareVehicle(type)
    if (spare >= 0) consider(jobCount + 2 * spare)
  }
  for (let v = 0; v < vehicleCount; v++) {
    if (behind >= 0) break
    consider(jobCount + 2 * v)
  }
  return behind
}

/** Change of cost and penalties when a job comes behind a node; Infinity where it may not, or is no better than `best`. */
function evaluate(routes: PenalizedRoutes, job: number, after: number, best: number): number {
  const { jobCount: none, point, pointCount } = routes.problem
  const { next, routeOf, size } = routes.linked
  const v = routeOf[after]
  const { serves, costs, fixedCost } = routes.typeOfRoute[v]
  if (serves[job] === 0) return Infinity
  const before = next[after]
  const row = point[after] * pointCount
  const to = point[before]
  const change = costs[row + job] + costs[job * pointCount + to] + (size[v] === 0 ? fixedCost : -costs[row + to])
  if (change >= best) return Infinity
  const penalty =
    routes.loadPenalty(v, job, none, none, none) + routes.warpPenalty(v, after, routes.sequence.set(job, none), before)
  return change + penalty - routes.penaltyOf(v)
}
