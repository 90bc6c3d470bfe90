import type { PenalisedRoutes } from './penalised-routes.ts'
import { tails } from './tails.ts'
import { trade } from './trade.ts'

/** Sends a job alone, or all that follows it, out with a vehicle of each type that has stayed at home, where that gains. */
export function toSpare(routes: PenalisedRoutes, u: number): void {
  const { jobCount, types } = routes.problem
  const { next, routeOf, size } = routes.links
  if (size[routeOf[u]!] === 1) return
  for (let type = 0; type < types.length; type++) {
    const spare = routes.links.spareVehicle(type)
    if (spare < 0) continue
    const ru = routeOf[u]!
    if (alone(routes, u, ru, spare)) continue
    if (types[type] === routes.typeOfRoute[ru] && next[u]! < jobCount) tails(routes, u, jobCount + 2 * spare, ru, spare)
  }
}

function alone(routes: PenalisedRoutes, u: number, ru: number, spare: number): boolean {
  const { jobCount: none, point, pointCount } = routes.problem
  const { next, prev } = routes.links
  const { costs } = routes.typeOfRoute[ru]!
  const { serves, fixedCost, costs: costsThere, start, end } = routes.typeOfRoute[spare]!
  if (serves[u] === 0) return false
  const p = prev[u]!
  const x = next[u]!
  const rowP = point[p]! * pointCount
  const rowU = u * pointCount
  const toX = point[x]!
  const without = costs[rowP + toX]! - costs[rowP + u]! - costs[rowU + toX]!
  const change = without + fixedCost + costsThere[start * pointCount + u]! + costsThere[rowU + end]!
  if (change >= routes.limitOf(ru, spare)) return false
  const depot = none + 2 * spare
  return trade(routes, 'relocate to spare', change, p, none, none, x, depot, u, none, depot + 1)
}
