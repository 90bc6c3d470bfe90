import type { PenalizedRoutes } from './penalized-routes.ts'
import { join } from './tails.ts'

/**
 * The same as `tails` between vehicles of two types, which may end elsewhere, and to which ways and jobs may differ: all
 * that changes over is looked at.
 */
export function tailsAcross(routes: PenalizedRoutes, a: number, b: number, ru: number, rv: number): boolean {
  const { jobCount, point, pointCount } = routes.problem
  const { loads, warp, penalties, timed, sequence } = routes
  const { next } = routes.links
  const { costs, end } = routes.typeOfRoute[ru]
  const { costs: costsV, end: endV, fixedCost } = routes.typeOfRoute[rv]
  const x = next[a]
  const y = next[b]
  if (x >= jobCount && y >= jobCount) return false
  const rowA = point[a] * pointCount
  const rowB = point[b] * pointCount
  // A vehicle without jobs stays at home.
  const isEmptied = b >= jobCount && x >= jobCount
  const wasEmpty = b >= jobCount && y >= jobCount
  const limit = routes.limitOf(ru, rv)
  let sum = costs[rowA + (y < jobCount ? y : end)] - costs[rowA + point[x]]
  sum += isEmptied ? -fixedCost : costsV[rowB + (x < jobCount ? x : endV)]
  sum -= wasEmpty ? -fixedCost : costsV[rowB + point[y]]
  if (costs === costsV) {
    sum += changeAtEnd(routes, y, rv, ru) + changeAtEnd(routes, x, ru, rv)
    if (sum >= limit) return false
  }
  sum += (loads.overloadJoined(ru, a, b, rv) + loads.overloadJoined(rv, b, a, ru)) * penalties.load
  if (sum >= limit || !serves(routes, ru, y) || !serves(routes, rv, x)) return false
  if (costs !== costsV) {
    sum += changeOfTail(routes, y, rv, ru) + changeOfTail(routes, x, ru, rv)
    if (sum >= limit) return false
  }
  if (timed) {
    sum += warp.through(ru, a, sequence, read(routes, y), jobCount + 2 * ru + 1) * penalties.warp
    if (sum >= limit) return false
    if (!isEmptied) sum += warp.through(rv, b, sequence, read(routes, x), jobCount + 2 * rv + 1) * penalties.warp
    if (sum >= limit) return false
  }
  join(routes, a, b, ru, rv)
  return routes.made('tails across', sum - routes.penalty[ru] - routes.penalty[rv], ru, rv)
}

/** What the last way costs more when all from a job on goes over from one route to another. */
function changeAtEnd({ problem, links, typeOfRoute }: PenalizedRoutes, first: number, from: number, to: number) {
  const { jobCount, pointCount } = problem
  if (first >= jobCount) return 0
  const row = links.prev[jobCount + 2 * from + 1] * pointCount
  return typeOfRoute[to].costs[row + typeOfRoute[to].end] - typeOfRoute[from].costs[row + typeOfRoute[from].end]
}

/** What all ways from a job on cost more on the other route. */
function changeOfTail(routes: PenalizedRoutes, first: number, from: number, to: number): number {
  const { jobCount, pointCount } = routes.problem
  const { next } = routes.links
  const { costs } = routes.typeOfRoute[from]
  const { costs: costsTo } = routes.typeOfRoute[to]
  let change = changeAtEnd(routes, first, from, to)
  for (let job = first; job < jobCount && next[job] < jobCount; job = next[job])
    change += costsTo[job * pointCount + next[job]] - costs[job * pointCount + next[job]]
  return change
}

function serves({ problem: { jobCount }, links, typeOfRoute }: PenalizedRoutes, v: number, first: number): boolean {
  const { serves: mayServe } = typeOfRoute[v]
  for (let job = first; job < jobCount; job = links.next[job]) if (mayServe[job] === 0) return false
  return true
}

/** Writes all jobs from one on down as the sequence to be judged, and counts them. */
function read({ problem: { jobCount }, links, sequence }: PenalizedRoutes, first: number): number {
  let count = 0
  for (let job = first; job < jobCount; job = links.next[job]) sequence[count++] = job
  return count
}
