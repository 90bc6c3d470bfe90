import { anchorOf } from '../model/locked-routes.ts'
import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'

/** Records each insertion and removal of an iteration, so that rejecting a plan costs only what it changed. */
export class Journal {
  /** The vehicles whose routes changed since `begin`. */
  readonly touched: Int32Array
  touchedCount = 0
  /** The extra costs of those routes before. */
  private readonly extras: Float64Array
  private readonly versions: Float64Array
  /** Absent jobs from this index on were removed since `begin`, until the first insertion. */
  freshFrom = 0
  private readonly solution: Solution
  private readonly state: RouteState
  private readonly stamp: Int32Array
  private now = 0
  private cost = 0
  private penalty = 0
  /** The operations in order: the job, the node before it, and its vehicle; removals store the vehicle's complement. */
  private length = 0
  private jobs = new Int32Array(64)
  private places = new Int32Array(64)
  private vehicles = new Int32Array(64)
  /** The arcs before: from the preceding node, and from the job itself. */
  private arcsInto = new Float64Array(64)
  private arcsFrom = new Float64Array(64)

  constructor(solution: Solution, state: RouteState) {
    this.solution = solution
    this.state = state
    this.touched = new Int32Array(solution.problem.vehicleCount)
    this.extras = new Float64Array(solution.problem.vehicleCount)
    this.versions = new Float64Array(solution.problem.vehicleCount)
    this.stamp = new Int32Array(solution.problem.vehicleCount)
  }

  begin(): void {
    this.now++
    this.touchedCount = 0
    this.length = 0
    this.freshFrom = this.solution.absent.length
    this.cost = this.solution.cost
    this.penalty = this.solution.penalty
  }

  isTouched(vehicle: number): boolean {
    return this.stamp[vehicle] === this.now
  }

  /** Inserts an absent job into a route. The caller has to refresh the route's state. */
  insert(job: number, after: number, vehicle: number): void {
    this.write(job, after, vehicle, vehicle)
    this.solution.insert(job, after, vehicle)
  }

  /** Removes a job from its route. The caller has to refresh the route's state. */
  remove(job: number): void {
    const vehicle = this.solution.routeOf[job]
    this.write(job, this.solution.prev[job], vehicle, ~vehicle)
    this.solution.remove(job)
  }

  /** Removes all jobs from a route, except its locked head. */
  empty(vehicle: number): void {
    const { next, problem } = this.solution
    const anchor = anchorOf(problem, vehicle)
    while (next[anchor] < problem.jobCount) this.remove(next[anchor])
  }

  /** Restores the routes, cost and penalty of `begin`. */
  rollback(): void {
    const { solution, state, jobs, places, vehicles, arcsInto, arcsFrom } = this
    const { arc } = solution
    for (let i = this.length - 1; i >= 0; i--) {
      const job = jobs[i]
      const vehicle = vehicles[i]
      if (vehicle >= 0) solution.unlink(job)
      else {
        solution.link(job, places[i], ~vehicle)
        arc[job] = arcsFrom[i]
      }
      arc[places[i]] = arcsInto[i]
    }
    for (let i = 0; i < this.touchedCount; i++) state.restore(this.touched[i], this.extras[i], this.versions[i])
    solution.cost = this.cost
    solution.penalty = this.penalty
  }

  private write(job: number, after: number, vehicle: number, entry: number) {
    if (this.stamp[vehicle] !== this.now) {
      this.stamp[vehicle] = this.now
      this.extras[this.touchedCount] = this.solution.extra[vehicle]
      this.versions[this.touchedCount] = this.state.version[vehicle]
      this.touched[this.touchedCount++] = vehicle
    }
    if (this.length === this.jobs.length) this.grow()
    const i = this.length++
    this.jobs[i] = job
    this.places[i] = after
    this.vehicles[i] = entry
    this.arcsInto[i] = this.solution.arc[after]
    this.arcsFrom[i] = this.solution.arc[job]
  }

  private grow() {
    const wider = <T extends Int32Array | Float64Array>(from: T, to: T) => (to.set(from), to)
    const length = 2 * this.length
    this.jobs = wider(this.jobs, new Int32Array(length))
    this.places = wider(this.places, new Int32Array(length))
    this.vehicles = wider(this.vehicles, new Int32Array(length))
    this.arcsInto = wider(this.arcsInto, new Float64Array(length))
    this.arcsFrom = wider(this.arcsFrom, new Float64Array(length))
  }
}
