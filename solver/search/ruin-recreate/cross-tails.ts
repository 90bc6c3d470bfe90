import { handles } from '../../model/constraints.ts'
import type { Operands } from './operands.ts'
import type { Problem } from '../../model/problem.ts'

/** How many of its nearest jobs may become a job's successor, and the share that is skipped on purpose. */
const nearestCount = 20
const overlooked = 0.2

/** Whether tails can change routes: only times and deliveries restrict that. */
export function tailsCanCross(problem: Problem): boolean {
  return problem.timed && handles('crossing tails', problem)
}

/**
 * Makes a function that exchanges the tail behind a job for that of a near route (2-opt* of Potvin and Rousseau 1995), or
 * sends it out on a free vehicle: whichever is in time and costs least, even if it costs more than before. The caller has
 * to refresh the states of the routes. Only for problems whose tails can cross.
 */
export function makeCrossTails({ solution, state, journal, neighbors, random }: Operands): (job: number) => void {
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

  /** Sums up what is delivered from the start of a route to a node. */
  function sumUp(node: number, sum: Float64Array) {
    sum.fill(0)
    for (let job = node; job < jobCount; job = prev[job])
      for (let d = 0; d < dimensions; d++) sum[d] += delivery[job * dimensions + d]
  }

  /** Whether both vehicles can carry the other's tail behind their own head. The head of the second route ends with q. */
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

  /** Takes out all jobs behind a node and appends them to `tails`; returns how many jobs that has then. */
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
