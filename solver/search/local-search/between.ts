import type { PenalizedRoutes } from './penalized-routes.ts'
import { tails } from './tails.ts'
import { tailsAcross } from './tails-across.ts'
import { trade } from './trade.ts'

/**
 * Moves between the routes of two near jobs (Vidal 2022): u, alone or with the job x that follows it, goes behind v or changes
 * places with v, alone or with the job y that follows it; or what follows u and v changes over. Makes the first move that
 * gains; true once it did. Costs alone refuse most of them, so they are summed here, on one page, before anything else.
 */
export function between(routes: PenalizedRoutes, u: number, v: number, ru: number, rv: number): boolean {
  const { jobCount: none, point, pointCount } = routes.problem
  const { next, prev, size } = routes.links
  const typeU = routes.typeOfRoute[ru]
  const typeV = routes.typeOfRoute[rv]
  const isSameType = typeU === typeV
  const limit = routes.limitOf(ru, rv)
  const q = prev[v]

  if (isSameType || typeV.serves[u] === 1) {
    const { costs: cu, fixedCost } = typeU
    const cv = typeV.costs
    const p = prev[u]
    const x = next[u]
    const y = next[v]
    const rowP = point[p] * pointCount
    const rowQ = point[q] * pointCount
    const rowU = u * pointCount
    const rowV = v * pointCount
    const toX = point[x]
    const toY = point[y]
    const pu = cu[rowP + u]
    const ux = cu[rowU + toX]
    const qv = cv[rowQ + v]
    const vy = cv[rowV + toY]

    const withoutU = (size[ru] === 1 ? -fixedCost : cu[rowP + toX]) - pu - ux
    const uBehindV = withoutU + cv[rowV + u] + cv[rowU + toY] - vy
    if (uBehindV < limit && trade(routes, 'relocate', uBehindV, p, none, none, x, v, u, none, y)) return true
    if (q >= none) {
      const uFirst = withoutU + cv[rowQ + u] + cv[rowU + v] - qv
      if (uFirst < limit && trade(routes, 'relocate', uFirst, p, none, none, x, q, u, none, v)) return true
    }

    const hasPair = x < none && (isSameType || typeV.serves[x] === 1)
    const xx = hasPair ? next[x] : x
    const toXx = point[xx]
    const rowX = x * pointCount
    let withoutArcs = 0
    if (hasPair) {
      withoutArcs = -pu - ux - cu[rowX + toXx]
      const withoutPair = withoutArcs + (size[ru] === 2 ? -fixedCost : cu[rowP + toXx])
      const pair = withoutPair + cv[rowV + u] + cv[rowU + x] + cv[rowX + toY] - vy
      if (pair < limit && trade(routes, 'relocate pair', pair, p, none, none, xx, v, u, x, y)) return true
      const turned = withoutPair + cv[rowV + x] + cv[rowX + u] + cv[rowU + toY] - vy
      if (turned < limit && trade(routes, 'relocate pair turned', turned, p, none, none, xx, v, x, u, y)) return true
    }

    if (isSameType || typeU.serves[v] === 1) {
      const pv = cu[rowP + v]
      const qu = cv[rowQ + u]
      const swap = pv + cu[rowV + toX] - pu - ux + qu + cv[rowU + toY] - qv - vy
      if (swap < limit && trade(routes, 'swap', swap, p, v, none, x, q, u, none, y)) return true
      if (hasPair) {
        const pairIn = withoutArcs + pv + qu + cv[rowU + x] - qv - vy
        const forOne = pairIn + cu[rowV + toXx] + cv[rowX + toY]
        if (forOne < limit && trade(routes, 'swap pair for one', forOne, p, v, none, xx, q, u, x, y)) return true
        if (y < none && (isSameType || typeU.serves[y] === 1)) {
          const yy = next[y]
          const toYy = point[yy]
          const rowY = y * pointCount
          const pairs = pairIn + cu[rowV + y] + cu[rowY + toXx] + cv[rowX + toYy] - cv[rowY + toYy]
          if (pairs < limit && trade(routes, 'swap pairs', pairs, p, v, y, xx, q, u, x, yy)) return true
        }
      }
    }
  }
  const exchange = isSameType ? tails : tailsAcross
  return exchange(routes, u, v, ru, rv) || (q >= none && exchange(routes, u, q, ru, rv))
}
