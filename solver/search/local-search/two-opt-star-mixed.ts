import type { Move } from './move.ts'
import type { NodePair } from './node-pair.ts'
import { exchangeTails } from './two-opt-star.ts'

/**
 * 2-opt* between vehicles of two types, which may end elsewhere, drive at other costs and serve other jobs: every job that
 * changes vehicle is looked at.
 */
export const twoOptStarMixed: Move = {
  name: '2-opt* mixed',
  evaluate: (pair) => evaluateTails(pair, pair.v, pair.y),
  apply: (pair) => exchangeTails(pair, pair.v, pair.y),
}

/** The same where v is the first job of its route: all of that route comes behind u. */
export const twoOptStarMixedAtFront: Move = {
  name: '2-opt* mixed at front',
  evaluate: (pair) => evaluateTails(pair, pair.q, pair.v),
  apply: (pair) => exchangeTails(pair, pair.q, pair.v),
}

/** The change of cost, and the penalties of both routes, where y comes behind u and x behind the node b before y. */
function evaluateTails(pair: NodePair, b: number, y: number): number {
  const { none, u, x, ru, rv, limit, routes } = pair
  const { loads, penalties, typeOfRoute } = routes
  const hasSameCosts = typeOfRoute[ru].costs === typeOfRoute[rv].costs
  if (x >= none && y >= none) return Infinity
  let value = legCost(pair, b, y)
  if (hasSameCosts) {
    value += changeAtEnd(pair, y, rv, ru) + changeAtEnd(pair, x, ru, rv)
    if (value >= limit) return Infinity
  }
  value += (loads.overloadJoined(ru, u, b, rv) + loads.overloadJoined(rv, b, u, ru)) * penalties.load
  if (value >= limit) return Infinity
  if (!servesTail(pair, ru, y) || !servesTail(pair, rv, x)) return Infinity
  if (!hasSameCosts) {
    value += changeOfTail(pair, y, rv, ru) + changeOfTail(pair, x, ru, rv)
    if (value >= limit) return Infinity
  }
  if (!routes.timed) return value
  const { warp, sequence } = routes
  value += warp.through(ru, u, sequence.clear().addTail(y), none + 2 * ru + 1) * penalties.warp
  if (value >= limit) return Infinity
  const isEmptied = b >= none && x >= none
  if (!isEmptied) value += warp.through(rv, b, sequence.clear().addTail(x), none + 2 * rv + 1) * penalties.warp
  return value < limit ? value : Infinity
}

/** Change of cost on the legs right behind u and b. */
function legCost({ routes, none, u, x, ru, rv }: NodePair, b: number, y: number): number {
  const { point, pointCount } = routes.problem
  const { costs: costsU, end } = routes.typeOfRoute[ru]
  const { costs: costsV, end: endV, fixedCost } = routes.typeOfRoute[rv]
  const rowU = u * pointCount
  const rowB = point[b] * pointCount
  // A vehicle without jobs stays at home.
  const isEmptied = b >= none && x >= none
  const wasEmpty = b >= none && y >= none
  let cost = costsU[rowU + (y < none ? y : end)] - costsU[rowU + point[x]]
  cost += isEmptied ? -fixedCost : costsV[rowB + (x < none ? x : endV)]
  cost -= wasEmpty ? -fixedCost : costsV[rowB + point[y]]
  return cost
}

/** What the last leg costs more when all jobs from one on change over to another route. */
function changeAtEnd({ routes, none }: NodePair, first: number, from: number, to: number): number {
  if (first >= none) return 0
  const { typeOfRoute, linked, problem } = routes
  const row = linked.prev[none + 2 * from + 1] * problem.pointCount
  return typeOfRoute[to].costs[row + typeOfRoute[to].end] - typeOfRoute[from].costs[row + typeOfRoute[from].end]
}

/** What all legs from a job on cost more on another route. */
function changeOfTail(pair: NodePair, first: number, from: number, to: number): number {
  const { routes, none } = pair
  const { pointCount } = routes.problem
  const { next } = routes.linked
  const { costs } = routes.typeOfRoute[from]
  const { costs: costsTo } = routes.typeOfRoute[to]
  let change = changeAtEnd(pair, first, from, to)
  for (let job = first; job < none && next[job] < none; job = next[job])
    change += costsTo[job * pointCount + next[job]] - costs[job * pointCount + next[job]]
  return change
}

function servesTail({ routes, none }: NodePair, v: number, first: number): boolean {
  const { serves } = routes.typeOfRoute[v]
  for (let job = first; job < none; job = routes.linked.next[job]) if (serves[job] === 0) return false
  return true
}
