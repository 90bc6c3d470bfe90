import type { Move } from './move.ts'
import type { NodePair } from './node-pair.ts'

/**
 * Has what follows v come behind u, and what followed u behind v, between vehicles of one type: 2-opt* (Potvin and Rousseau
 * 1995). Where v is the start of a vehicle without jobs, what follows u goes out with that vehicle.
 */
export const twoOptStar: Move = {
  name: '2-opt*',
  evaluate: (pair) => evaluateTails(pair, pair.v, pair.y, pair.costs.twoOptStar),
  apply: (pair) => exchangeTails(pair, pair.v, pair.y),
}

/** The same where v is the first job of its route: all of that route comes behind u. */
export const twoOptStarAtFront: Move = {
  name: '2-opt* at front',
  evaluate: (pair) => evaluateTails(pair, pair.q, pair.v, pair.costs.twoOptStarAtFront),
  apply: (pair) => exchangeTails(pair, pair.q, pair.v),
}

/** Adds the penalties of both routes, where y comes behind u and x behind the node b before y. */
function evaluateTails({ none, u, x, ru, rv, limit, routes }: NodePair, b: number, y: number, cost: number): number {
  const { loads, warp, penalties, timed } = routes
  let value = cost + (loads.overloadJoined(ru, u, b, rv) + loads.overloadJoined(rv, b, u, ru)) * penalties.load
  if (value >= limit) return Infinity
  if (!timed) return value
  value += warp.joined(ru, u, y) * penalties.warp
  if (value >= limit) return Infinity
  const isEmptied = b >= none && x >= none
  if (!isEmptied) value += warp.joined(rv, b, x) * penalties.warp
  return value < limit ? value : Infinity
}

/** Has y and all behind it come behind u, and x and all behind it behind the node b before y. */
export function exchangeTails({ routes: { linked }, none, u, x, ru, rv }: NodePair, b: number, y: number): void {
  const endU = none + 2 * ru + 1
  const endV = none + 2 * rv + 1
  const lastU = linked.prev[endU]
  const lastV = linked.prev[endV]
  linked.join(u, y === endV ? endU : y)
  linked.join(b, x === endU ? endV : x)
  if (y !== endV) linked.join(lastV, endU)
  if (x !== endU) linked.join(lastU, endV)
}
