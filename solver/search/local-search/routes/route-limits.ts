import type { Problem, VehicleType } from '../../../model/problem.ts'
import { LegLimits } from './leg-limits.ts'
import { JobSequence } from './job-sequence.ts'
import type { LinkedRoutes } from './linked-routes.ts'
import type { Lateness } from './time-warp.ts'

/**
 * Time warp, and by how much routes exceed the limits on shift, travel time and distance, all in seconds. Segments of a route
 * are kept as in Vidal et al. (2013): the earliest and the latest departure with which a segment takes no longer and has no
 * more time warp than it must, its duration, and its time warp.
 */
export class RouteLimits implements Lateness {
  /** From the start of a route to the end of the service at each node; durations do not count time warp. */
  readonly time: Float64Array
  readonly first: Float64Array
  readonly last: Float64Array
  readonly until: Float64Array
  /** The same from the start of the service at each node to the end of its route. */
  readonly timeBehind: Float64Array
  readonly firstBehind: Float64Array
  readonly lastBehind: Float64Array
  readonly after: Float64Array
  /** Of each route. */
  readonly whole: Float64Array
  private readonly problem: Problem
  private readonly typeOfRoute: VehicleType[]
  private readonly linked: LinkedRoutes
  private readonly nothing: JobSequence
  /** Limits on travel time and distance. */
  private readonly legs: LegLimits[]

  constructor(problem: Problem, typeOfRoute: VehicleType[], linked: LinkedRoutes) {
    const perNode = () => new Float64Array(problem.nodeCount)
    this.problem = problem
    this.typeOfRoute = typeOfRoute
    this.linked = linked
    this.time = perNode()
    this.first = perNode()
    this.last = perNode()
    this.until = perNode()
    this.timeBehind = perNode()
    this.firstBehind = perNode()
    this.lastBehind = perNode()
    this.after = perNode()
    this.nothing = new JobSequence(0, linked)
    this.whole = new Float64Array(problem.vehicleCount)
    this.legs = LegLimits.of(problem, typeOfRoute, linked)
  }

  ofRoute(v: number): number {
    return this.whole[v]
  }

  joined(v: number, a: number, b: number): number {
    return this.through(v, a, this.nothing, b)
  }

  through(v: number, a: number, sequence: JobSequence, b: number): number {
    const { jobs, count } = sequence
    const { earliest, latest, point, pointCount } = this.problem
    const { durations, service, maxShift } = this.typeOfRoute[v]
    let time = this.time[a]
    let first = this.first[a]
    let last = this.last[a]
    let warp = this.until[a]
    let row = point[a] * pointCount
    for (let i = 0; i < count; i++) {
      const job = jobs[i]
      time += durations[row + job]
      const opens = earliest[job] - time
      const closes = latest[job] - time
      if (opens > last) {
        time += opens - last
        first = last
      } else if (closes < first) {
        time -= first - closes
        warp += first - closes
        last = first
      } else {
        if (opens > first) first = opens
        if (closes < last) last = closes
      }
      time += service[job]
      row = job * pointCount
    }
    time += durations[row + point[b]]
    const wait = this.firstBehind[b] - time - last
    const over = first + time - this.lastBehind[b]
    time += this.timeBehind[b]
    if (wait > 0) time += wait
    warp += this.after[b]
    // Time warp does not make a shift shorter.
    time += warp
    if (over > 0) warp += over
    if (time > maxShift) warp += time - maxShift
    for (let i = 0; i < this.legs.length; i++) warp += this.legs[i].excess(v, a, sequence, b)
    return warp
  }

  update(v: number): void {
    this.updateForward(v)
    this.updateBackward(v)
    for (const legs of this.legs) legs.update(v)
    const start = this.problem.jobCount + 2 * v
    this.whole[v] = this.joined(v, start, this.linked.next[start])
  }

  private updateForward(v: number) {
    const { jobCount, earliest, latest, point, pointCount } = this.problem
    const { next } = this.linked
    const { durations, service, shiftFrom, shiftTo } = this.typeOfRoute[v]
    const start = jobCount + 2 * v
    let time = 0
    let first = shiftFrom
    let last = shiftTo
    let warp = 0
    this.time[start] = time
    this.first[start] = first
    this.last[start] = last
    this.until[start] = warp
    let row = point[start] * pointCount
    for (let job = next[start]; job < jobCount; job = next[job]) {
      time += durations[row + job]
      const opens = earliest[job] - time
      const closes = latest[job] - time
      if (opens > last) {
        time += opens - last
        first = last
      } else if (closes < first) {
        time -= first - closes
        warp += first - closes
        last = first
      } else {
        if (opens > first) first = opens
        if (closes < last) last = closes
      }
      time += service[job]
      this.time[job] = time
      this.first[job] = first
      this.last[job] = last
      this.until[job] = warp
      row = job * pointCount
    }
  }

  private updateBackward(v: number) {
    const { jobCount, earliest, latest, point, pointCount } = this.problem
    const { prev } = this.linked
    const { durations, service, shiftFrom, shiftTo } = this.typeOfRoute[v]
    const end = jobCount + 2 * v + 1
    let time = 0
    let first = shiftFrom
    let last = shiftTo
    let warp = 0
    this.timeBehind[end] = time
    this.firstBehind[end] = first
    this.lastBehind[end] = last
    this.after[end] = warp
    let to = point[end]
    for (let job = prev[end]; job < jobCount; job = prev[job]) {
      const work = service[job] + durations[job * pointCount + to]
      time += work
      const opens = first - work
      const closes = last - work
      if (opens > latest[job]) {
        time += opens - latest[job]
        first = last = latest[job]
      } else if (closes < earliest[job]) {
        time -= earliest[job] - closes
        warp += earliest[job] - closes
        first = last = earliest[job]
      } else {
        first = opens > earliest[job] ? opens : earliest[job]
        last = closes < latest[job] ? closes : latest[job]
      }
      this.timeBehind[job] = time
      this.firstBehind[job] = first
      this.lastBehind[job] = last
      this.after[job] = warp
      to = job
    }
  }
}
