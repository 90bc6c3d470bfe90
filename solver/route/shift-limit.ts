import type { VehicleType } from '../model/problem.ts'
import type { Solution } from './solution.ts'

/**
 * Caches along routes, so that their shortest duration with another job is known in constant time (Vidal et al.,
 * 2013): a segment is known by its minimum duration and the first and last start that achieve it. For types with
 * `limitsShift`: one window per job, and nothing else depends on time.
 */
export class ShiftLimit {
  private readonly solution: Solution
  /** From the start to the end of work at a node, and from its beginning to the end of the route. */
  private readonly durationBefore: Float64Array
  private readonly lastBefore: Float64Array
  private readonly durationBehind: Float64Array
  private readonly firstBehind: Float64Array

  constructor(solution: Solution) {
    const { nodeCount } = solution.problem
    this.solution = solution
    this.durationBefore = new Float64Array(nodeCount)
    this.lastBefore = new Float64Array(nodeCount)
    this.durationBehind = new Float64Array(nodeCount)
    this.firstBehind = new Float64Array(nodeCount)
  }

  /** Recomputes a changed route; false if it takes longer than the shift allows. */
  refresh(vehicle: number, type: VehicleType): boolean {
    const { problem, next, prev } = this.solution
    const { jobCount, point, pointCount, earliest, latest } = problem
    const { durationBefore, lastBefore, durationBehind, firstBehind } = this
    const start = this.solution.startNode(vehicle)
    const end = start + 1
    durationBefore[start] = 0
    lastBefore[start] = type.shiftTo
    for (let from = start, job = next[from]; job < jobCount; from = job, job = next[job]) {
      const there = durationBefore[from] + type.durations[point[from] * pointCount + job]
      const wait = Math.max(0, earliest[job] - there - lastBefore[from])
      durationBefore[job] = there + wait + type.service[job]
      lastBefore[job] = Math.min(lastBefore[from], latest[job] - there)
    }
    durationBehind[end] = 0
    firstBehind[end] = -Infinity
    for (let to = end, job = prev[to]; job < jobCount; to = job, job = prev[job]) {
      const there = type.service[job] + type.durations[job * pointCount + point[to]]
      const wait = Math.max(0, firstBehind[to] - there - latest[job])
      durationBehind[job] = there + durationBehind[to] + wait
      firstBehind[job] = Math.max(earliest[job], firstBehind[to] - there) - wait
    }
    const first = next[start]
    if (first >= jobCount) return true
    const way = type.durations[point[start] * pointCount + first]
    const wait = Math.max(0, firstBehind[first] - way - type.shiftTo)
    return way + durationBehind[first] + wait <= type.maxShift
  }

  /** Whether a route with another job, which keeps all windows, stays within the limit. */
  fits(job: number, after: number, before: number, type: VehicleType): boolean {
    const { point, pointCount, earliest, latest } = this.solution.problem
    const there = this.durationBefore[after] + type.durationsInto[job * pointCount + point[after]]
    let last = this.lastBefore[after]
    let wait = earliest[job] - there - last
    if (wait < 0) wait = 0
    if (latest[job] - there < last) last = latest[job] - there
    const onward = there + wait + type.service[job] + type.durations[job * pointCount + point[before]]
    let further = this.firstBehind[before] - onward - last
    if (further < 0) further = 0
    return onward + further + this.durationBehind[before] <= type.maxShift
  }
}
