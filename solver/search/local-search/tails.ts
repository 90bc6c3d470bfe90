import type { PenalizedRoutes } from './penalized-routes.ts'

/**
 * Has what follows b come behind a, and what followed a behind b (2-opt*), if that gains. The routes ru of a and rv of b have
 * vehicles of one type; a is a job, b may be the start of a route, even of an empty one. True once it was made.
 */
export function tails(routes: PenalizedRoutes, a: number, b: number, ru: number, rv: number): boolean {
  const { jobCount, point, pointCount } = routes.problem
  const { links, loads, warp, penalties, timed } = routes
  const { next } = links
  const { costs, fixedCost } = routes.typeOfRoute[ru]
  const x = next[a]
  const y = next[b]
  const rowA = point[a] * pointCount
  const rowB = point[b] * pointCount
  const toX = point[x]
  const toY = point[y]
  // A vehicle without jobs stays at home: the way from its start to its end costs nothing.
  const isEmptied = b >= jobCount && x >= jobCount
  const wasEmpty = b >= jobCount && y >= jobCount
  if (isEmptied && wasEmpty) return false
  let change = costs[rowA + toY] - costs[rowA + toX]
  change += isEmptied ? -fixedCost : costs[rowB + toX]
  change -= wasEmpty ? -fixedCost : costs[rowB + toY]
  const limit = routes.limitOf(ru, rv)
  if (change >= limit) return false
  let sum = change + (loads.overloadJoined(ru, a, b, rv) + loads.overloadJoined(rv, b, a, ru)) * penalties.load
  if (sum >= limit) return false
  if (timed) {
    sum += warp.joined(ru, a, y) * penalties.warp
    if (sum >= limit) return false
    if (!isEmptied) sum += warp.joined(rv, b, x) * penalties.warp
    if (sum >= limit) return false
  }
  join(routes, a, b, ru, rv)
  return routes.made('tails', sum - routes.penalty[ru] - routes.penalty[rv], ru, rv)
}

/** Joins the parts of two routes once it is decided; what is remembered of both has to be recomputed. */
export function join({ links, problem: { jobCount } }: PenalizedRoutes, a: number, b: number, ru: number, rv: number) {
  const { next, prev } = links
  const endU = jobCount + 2 * ru + 1
  const endV = jobCount + 2 * rv + 1
  const x = next[a]
  const y = next[b]
  const lastU = prev[endU]
  const lastV = prev[endV]
  links.join(a, y === endV ? endU : y)
  links.join(b, x === endU ? endV : x)
  if (y !== endV) links.join(lastV, endU)
  if (x !== endU) links.join(lastU, endV)
}
