import type { Problem, VehicleType } from '../../../model/problem.ts'
import type { JobSequence } from './job-sequence.ts'
import type { LinkedRoutes } from './linked-routes.ts'

/** How late routes are, or would be, in seconds; 0 for routes that can be driven. */
export type Lateness = {
  /** Of a route with jobs, as it is. */
  ofRoute(v: number): number
  /** Of vehicle v when it drives the route of a, whose vehicle is of its type, up to a, then b and all behind b. */
  joined(v: number, a: number, b: number): number
  /** Of vehicle v when it serves a sequence of jobs after a, then b and all behind b. */
  through(v: number, a: number, sequence: JobSequence, b: number): number
  /** Brings what is known along a route up to date. */
  update(v: number): void
}

/**
 * Lateness as time warp (Nagata, Bräysy and Dullaert 2010): a vehicle that is late goes back in time to the moment the window
 * closes, and the seconds it goes back are counted. They are kept from both ends of each route, so that a head, a few jobs
 * and a tail can be concatenated without looking at the rest.
 */
export class TimeWarp implements Lateness {
  /** When a vehicle leaves each node, and its time warp until then. */
  readonly leave: Float64Array
  readonly until: Float64Array
  /** The latest arrival at each node that adds no time warp from there on, and the time warp that there is anyway. */
  readonly due: Float64Array
  readonly after: Float64Array
  private readonly problem: Problem
  private readonly typeOfRoute: VehicleType[]
  private readonly linked: LinkedRoutes

  constructor(problem: Problem, typeOfRoute: VehicleType[], linked: LinkedRoutes) {
    this.problem = problem
    this.typeOfRoute = typeOfRoute
    this.linked = linked
    this.leave = new Float64Array(problem.nodeCount)
    this.until = new Float64Array(problem.nodeCount)
    this.due = new Float64Array(problem.nodeCount)
    this.after = new Float64Array(problem.nodeCount)
  }

  ofRoute(v: number): number {
    return this.until[this.problem.jobCount + 2 * v + 1]
  }

  joined(v: number, a: number, b: number): number {
    const { point, pointCount } = this.problem
    const { durations } = this.typeOfRoute[v]
    const over = this.leave[a] + durations[point[a] * pointCount + point[b]] - this.due[b]
    return this.until[a] + this.after[b] + (over > 0 ? over : 0)
  }

  through(v: number, a: number, { jobs, count }: JobSequence, b: number): number {
    const { earliest, latest, point, pointCount } = this.problem
    const { durations, service } = this.typeOfRoute[v]
    let time = this.leave[a]
    let warp = this.until[a]
    let row = point[a] * pointCount
    for (let i = 0; i < count; i++) {
      const job = jobs[i]
      time += durations[row + job]
      if (time < earliest[job]) time = earliest[job]
      else if (time > latest[job]) {
        warp += time - latest[job]
        time = latest[job]
      }
      time += service[job]
      row = job * pointCount
    }
    const over = time + durations[row + point[b]] - this.due[b]
    return warp + this.after[b] + (over > 0 ? over : 0)
  }

  update(v: number): void {
    this.updateForward(v)
    this.updateBackward(v)
  }

  private updateForward(v: number) {
    const { jobCount, earliest, latest, point, pointCount } = this.problem
    const { leave, until } = this
    const { next } = this.linked
    const { durations, service, shiftFrom, shiftTo } = this.typeOfRoute[v]
    const start = jobCount + 2 * v
    let time = shiftFrom
    let warp = 0
    leave[start] = time
    until[start] = 0
    let row = point[start] * pointCount
    for (let job = next[start]; job < jobCount; job = next[job]) {
      time += durations[row + job]
      if (time < earliest[job]) time = earliest[job]
      else if (time > latest[job]) {
        warp += time - latest[job]
        time = latest[job]
      }
      time += service[job]
      leave[job] = time
      until[job] = warp
      row = job * pointCount
    }
    time += durations[row + point[start + 1]]
    until[start + 1] = warp + (time > shiftTo ? time - shiftTo : 0)
  }

  private updateBackward(v: number) {
    const { jobCount, earliest, latest, point, pointCount } = this.problem
    const { due, after } = this
    const { prev } = this.linked
    const { durations, service, shiftTo } = this.typeOfRoute[v]
    const end = jobCount + 2 * v + 1
    let time = shiftTo
    let warp = 0
    due[end] = time
    after[end] = 0
    let to = point[end]
    for (let job = prev[end]; job < jobCount; job = prev[job]) {
      time -= service[job] + durations[job * pointCount + to]
      if (time > latest[job]) time = latest[job]
      else if (time < earliest[job]) {
        warp += earliest[job] - time
        time = earliest[job]
      }
      due[job] = time
      after[job] = warp
      to = job
    }
  }
}
