import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'

/** Remembers each route as it was before its first change in an iteration, so that a refused plan costs only what it touched. */
export class Journal {
  /** Vehicles whose routes were touched since `begin`. */
  readonly touched: Int32Array
  touchedCount = 0
  /** Jobs from this place on in the set of absent jobs were removed since `begin`, until the first insertion. */
  freshFrom = 0
  private readonly solution: Solution
  private readonly state: RouteState
  private readonly stamp: Int32Array
  private readonly offset: Int32Array
  private readonly jobs: Int32Array
  private now = 0
  private cost = 0
  private penalty = 0

  constructor(solution: Solution, state: RouteState) {
    const { jobCount, vehicleCount } = solution.problem
    this.solution = solution
    this.state = state
    this.touched = new Int32Array(vehicleCount)
    this.stamp = new Int32Array(vehicleCount)
    this.offset = new Int32Array(vehicleCount + 1)
    this.jobs = new Int32Array(jobCount)
  }

  begin(): void {
    this.now++
    this.touchedCount = 0
    this.freshFrom = this.solution.absent.length
    this.cost = this.solution.cost
    this.penalty = this.solution.penalty
  }

  isTouched(vehicle: number): boolean {
    return this.stamp[vehicle] === this.now
  }

  /** Call before changing a route. */
  touch(vehicle: number): void {
    if (this.stamp[vehicle] === this.now) return
    this.stamp[vehicle] = this.now
    const { next, problem } = this.solution
    let end = this.offset[this.touchedCount]!
    for (let node = next[this.solution.startNode(vehicle)]!; node < problem.jobCount; node = next[node]!)
      this.jobs[end++] = node
    this.touched[this.touchedCount++] = vehicle
    this.offset[this.touchedCount] = end
  }

  /** Brings back the routes, cost and penalty of `begin`. */
  rollback(): void {
    const { solution, touched, touchedCount } = this
    const { next, problem } = solution
    for (let i = 0; i < touchedCount; i++) {
      const start = solution.startNode(touched[i]!)
      while (next[start]! < problem.jobCount) solution.remove(next[start]!)
    }
    for (let i = 0; i < touchedCount; i++) {
      const vehicle = touched[i]!
      let after = solution.startNode(vehicle)
      for (let k = this.offset[i]!; k < this.offset[i + 1]!; k++) {
        solution.insert(this.jobs[k]!, after, vehicle)
        after = this.jobs[k]!
      }
      this.state.refresh(vehicle)
    }
    solution.cost = this.cost
    solution.penalty = this.penalty
  }
}
