import type { Journal } from '../../route/journal.ts'
import { handles } from '../../model/constraints.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/** How many of the nearest jobs a job may be followed by anew, and the share of them that is overlooked on purpose. */
const nearestCount = 20
const overlooked = 0.2

/** Whether tails can change routes: times from both ends and what is delivered say whether they may. */
export function tailsCanCross(problem: Problem): boolean {
  return problem.timed && handles('crossing tails', problem)
}

/**
 * Makes a function that has a job followed by a near one of another route, and what that one followed by what followed the
 * job (2-opt*), or sends what followed the job out on a free vehicle: whichever is in time and costs least, even if it
 * costs more than before. States of the routes have to be refreshed by the caller. For problems whose tails can cross.
 */
export function makeCrossTails(
  solution: Solution,
  state: RouteState,
  journal: Journal,
  neighbors: Neighbors,
  random: Random,
): (job: number) => void {
  const { problem, next, prev, routeOf, arc, delivered, spare } = solution
  const { jobCount, point, pointCount, types, typeOf, dimensions, delivery } = problem
  const { departure, latestStart } = state
  const { width, list } = neighbors
  const nearest = Math.min(nearestCount, width)
  const tails = new Int32Array(jobCount)
  const headOfU = new Float64Array(dimensions)
  const headOfV = new Float64Array(dimensions)

  return (u) => {
    const ru = routeOf[u]
    if (ru < 0) return
    const type = types[typeOf[ru]]
    const { costs, durations, fixedCost } = type
    const x = next[u]
    const rowU = u * pointCount
    sumUp(u, headOfU)
    let best = Infinity
    let behind = -1
    let vehicle = -1
    for (let k = 0; k < nearest; k++) {
      const v = list[u * width + k]
      const rv = routeOf[v]
      if (rv < 0 || rv === ru || typeOf[rv] !== typeOf[ru]) continue
      const q = prev[v]
      const isEmptied = q >= jobCount && x >= jobCount
      const leg = point[q] * pointCount + point[x]
      const change = costs[rowU + v] + (isEmptied ? -fixedCost : costs[leg]) - arc[u] - arc[q]
      if (change >= best || departure[u] + durations[rowU + v] > latestStart[v]) continue
      if (!isEmptied && departure[q] + durations[leg] > latestStart[x]) continue
      if (random.fraction() < overlooked || !fits(ru, q, rv)) continue
      best = change
      behind = q
      vehicle = rv
    }
    const idle = spare[typeOf[ru]]
    if (x < jobCount && idle.length > 0) {
      const start = type.start * pointCount + x
      const change = costs[rowU + type.end] + costs[start] + fixedCost - arc[u]
      if (change < best && type.shiftFrom + durations[start] <= latestStart[x]) {
        vehicle = idle.items[idle.length - 1]
        behind = solution.startNode(vehicle)
      }
    }
    if (vehicle >= 0) cross(u, ru, behind, vehicle)
  }

  /** Sums up what is delivered from the start of a route up to a node. */
  function sumUp(node: number, sum: Float64Array) {
    sum.fill(0)
    for (let job = node; job < jobCount; job = prev[job])
      for (let d = 0; d < dimensions; d++) sum[d] += delivery[job * dimensions + d]
  }

  /** Whether both vehicles can carry the other's tail behind their own head, that of v ending with q. */
  function fits(ru: number, q: number, rv: number): boolean {
    const { capacity } = types[typeOf[ru]]
    sumUp(q, headOfV)
    for (let d = 0; d < dimensions; d++) {
      const tailOfU = delivered[ru * dimensions + d] - headOfU[d]
      const tailOfV = delivered[rv * dimensions + d] - headOfV[d]
      if (headOfU[d] + tailOfV > capacity[d] || headOfV[d] + tailOfU > capacity[d]) return false
    }
    return true
  }

  function cross(u: number, ru: number, q: number, rv: number) {
    const ofU = takeTail(u, 0)
    const all = takeTail(q, ofU)
    putTail(u, ru, ofU, all)
    putTail(q, rv, 0, ofU)
  }

  /** Takes out all behind a node and writes it down; how many jobs are written down then. */
  function takeTail(node: number, count: number): number {
    for (let job = next[node]; job < jobCount; job = next[node]) {
      tails[count++] = job
      journal.remove(job)
    }
    return count
  }

  function putTail(node: number, vehicle: number, from: number, to: number) {
    for (let i = from; i < to; i++) {
      journal.insert(tails[i], node, vehicle)
      node = tails[i]
    }
  }
}
