import type { PlannedRoute } from '../json/options.ts'
import type { Problem } from '../model/problem.ts'
import { placeRoutes } from './place-routes.ts'
import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'

/** A stored plan, such as the best so far. */
export class Snapshot {
  readonly problem: Problem
  cost = Infinity
  penalty = Infinity
  readonly next: Int32Array

  constructor(solution: Solution) {
    this.problem = solution.problem
    this.next = new Int32Array(solution.next.length)
    this.take(solution)
  }

  isWorseThan(solution: { penalty: number; cost: number }): boolean {
    return solution.penalty < this.penalty || (solution.penalty === this.penalty && solution.cost < this.cost)
  }

  take(solution: Solution): void {
    this.cost = solution.cost
    this.penalty = solution.penalty
    this.next.set(solution.next)
  }

  /** Stores routes given by each node's successor. */
  takeRoutes(next: Int32Array, cost: number, penalty: number): void {
    this.cost = cost
    this.penalty = penalty
    this.next.set(next)
  }

  copy(other: Snapshot): void {
    this.cost = other.cost
    this.penalty = other.penalty
    this.next.set(other.next)
  }

  /** Turns the solution back into this plan. */
  restore(solution: Solution, state: RouteState): void {
    const routes = Array.from({ length: this.problem.vehicleCount }, (_, v) => this.route(v))
    placeRoutes({ solution, state }, routes)
    solution.cost = this.cost
    solution.penalty = this.penalty
  }

  /** Whether a vehicle is unused. */
  isEmpty(vehicle: number): boolean {
    const { jobCount } = this.problem
    return this.next[jobCount + 2 * vehicle] >= jobCount
  }

  /** The jobs of a vehicle in driving order, by number. */
  route(vehicle: number): number[] {
    const jobs: number[] = []
    const { jobCount } = this.problem
    for (let node = this.next[jobCount + 2 * vehicle]; node < jobCount; node = this.next[node]) jobs.push(node)
    return jobs
  }

  /** Routes and jobs by id, without unused vehicles. */
  toPlan(): PlannedRoute[] {
    const { input, jobList, vehicleCount, hasPairs } = this.problem
    const plan: PlannedRoute[] = []
    for (let v = 0; v < vehicleCount; v++) {
      const route = this.route(v).map((j) => jobList[j])
      if (route.length === 0) continue
      const jobs = route.flatMap(({ type, id }) => (type === 'job' ? [id] : []))
      const steps = route.map(({ type, id }) => ({ type, id }))
      plan.push({ vehicle: input.vehicles[v].id, jobs, ...(hasPairs && { steps }) })
    }
    return plan
  }
}
