import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/**
 * What has been touched since a plan was good: the jobs around which something changed, where local search goes on, and
 * the routes that changed, as they were then. So a change costs only what it touched, and so does taking it back.
 */
export class Touched {
  /** Each job once; `jobCount` of them. */
  readonly jobs: Int32Array
  jobCount = 0
  /** Each vehicle once; `vehicleCount` of them. */
  readonly vehicles: Int32Array
  vehicleCount = 0
  /** What the routes of these vehicles cost before. */
  costBefore = 0
  private readonly routes: PenalizedRoutes
  private readonly hasJob: Uint8Array
  private readonly hasVehicle: Uint8Array
  /** The jobs of these routes before, and where those of each route begin. */
  private readonly saved: Int32Array
  private readonly savedFrom: Int32Array

  constructor(routes: PenalizedRoutes) {
    const { jobCount, vehicleCount } = routes.problem
    this.routes = routes
    this.jobs = new Int32Array(jobCount)
    this.vehicles = new Int32Array(vehicleCount)
    this.hasJob = new Uint8Array(jobCount)
    this.hasVehicle = new Uint8Array(vehicleCount)
    this.saved = new Int32Array(jobCount)
    this.savedFrom = new Int32Array(vehicleCount + 1)
  }

  /** Adds a node if it is a job that is not there yet. Returns whether it was added. */
  addJob(node: number): boolean {
    if (node >= this.hasJob.length || this.hasJob[node] === 1) return false
    this.hasJob[node] = 1
    this.jobs[this.jobCount++] = node
    return true
  }

  /** Has to be told of a route before it changes: saves it unless that has happened. */
  addRoute(v: number): void {
    if (this.hasVehicle[v] === 1) return
    const { jobCount } = this.routes.problem
    const { next } = this.routes.linked
    let length = this.savedFrom[this.vehicleCount]
    for (let job = next[jobCount + 2 * v]; job < jobCount; job = next[job]) this.saved[length++] = job
    this.hasVehicle[v] = 1
    this.vehicles[this.vehicleCount++] = v
    this.savedFrom[this.vehicleCount] = length
    this.costBefore += this.routes.costOf(v)
  }

  /** What the routes cost more than before. */
  change(): number {
    let cost = 0
    for (let i = 0; i < this.vehicleCount; i++) cost += this.routes.costOf(this.vehicles[i])
    return cost - this.costBefore
  }

  /** Keeps what has changed and starts over. */
  keep(): void {
    for (let i = 0; i < this.jobCount; i++) this.hasJob[this.jobs[i]] = 0
    for (let i = 0; i < this.vehicleCount; i++) this.hasVehicle[this.vehicles[i]] = 0
    this.jobCount = this.vehicleCount = this.costBefore = 0
  }

  /** Takes back what has changed and starts over. */
  undo(): void {
    const { routes, saved, savedFrom } = this
    const { next } = routes.linked
    for (let i = 0; i < this.vehicleCount; i++) {
      const start = routes.problem.jobCount + 2 * this.vehicles[i]
      let last = start
      for (let k = savedFrom[i]; k < savedFrom[i + 1]; k++) {
        next[last] = saved[k]
        last = saved[k]
      }
      next[last] = start + 1
    }
    for (let i = 0; i < this.vehicleCount; i++) routes.changed(this.vehicles[i])
    this.keep()
  }
}
