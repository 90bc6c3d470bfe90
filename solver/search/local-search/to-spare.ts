import type { PenalizedRoutes } from './penalized-routes.ts'
import { tails } from './tails.ts'
import { tailsAcross } from './tails-across.ts'
import { trade } from './trade.ts'

/** Sends a job alone, or all that follows it, out with a vehicle of each type that has stayed at home, where that gains. */
export function toSpare(routes: PenalizedRoutes, u: number): void {
  const { jobCount, types } = routes.problem
  const { next, routeOf, size } = routes.links
  if (size[routeOf[u]] === 1) return
  for (let type = 0; type < types.length; type++) {
    const spare = routes.links.spareVehicle(type)
    if (spare < 0) continue
    const ru = routeOf[u]
    if (alone(routes, u, ru, spare)) continue
    if (next[u] >= jobCount) continue
    const exchange = types[type] === routes.typeOfRoute[ru] ? tails : tailsAcross
    exchange(routes, u, jobCount + 2 * spare, ru, spare)
  }
}

function alone(routes: PenalizedRoutes, u: number, ru: number, spare: number): boolean {
  const { jobCount: none, point, pointCount } = routes.problem
  const { next, prev, size } = routes.links
  const typeU = routes.typeOfRoute[ru]
  const type = routes.typeOfRoute[spare]
  if (type.serves[u] === 0) return false
  const { costs } = typeU
  const p = prev[u]
  const x = next[u]
  const rowP = point[p] * pointCount
  const rowU = u * pointCount
  const toX = point[x]
  // It may be alone already, on a spare vehicle of a type that was tried before.
  const gap = size[ru] === 1 ? -typeU.fixedCost : costs[rowP + toX]
  const without = gap - costs[rowP + u] - costs[rowU + toX]
  const change = without + type.fixedCost + type.costs[type.start * pointCount + u] + type.costs[rowU + type.end]
  if (change >= routes.limitOf(ru, spare)) return false
  const depot = none + 2 * spare
  return trade(routes, 'relocate to spare', change, p, none, none, x, depot, u, none, depot + 1)
}
