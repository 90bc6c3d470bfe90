import type { Neighbors } from '../../model/neighbors.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/** A route is near if it serves one of this many nearest jobs of one of the other's jobs. */
const nearestCount = 8

/** Finds the routes that lie beside others, and remembers them for a while. */
export class NearRoutes {
  /** The routes found since `forget`, one route's after the other's. */
  found: Int32Array
  /** Where those of each route begin and end. */
  readonly from: Int32Array
  readonly to: Int32Array
  private length = 0
  private readonly foundFor: Int32Array
  private readonly routes: PenalizedRoutes
  private readonly neighbors: Neighbors
  private searches = 0

  constructor(routes: PenalizedRoutes, neighbors: Neighbors) {
    const { jobCount, vehicleCount } = routes.problem
    this.routes = routes
    this.neighbors = neighbors
    this.found = new Int32Array(jobCount * nearestCount)
    this.from = new Int32Array(vehicleCount)
    this.to = new Int32Array(vehicleCount)
    this.foundFor = new Int32Array(vehicleCount)
  }

  /** Starts over: no route has been found for any. */
  forget(): void {
    this.length = 0
    this.from.fill(0)
    this.to.fill(0)
  }

  /** Finds the routes near a route, each once. Not twice for the same route before it forgets. */
  find(v: number): void {
    const { jobCount } = this.routes.problem
    const { next, routeOf, size } = this.routes.linked
    const { width, list } = this.neighbors
    const { foundFor } = this
    const search = ++this.searches
    foundFor[v] = search
    this.from[v] = this.length
    const nearest = Math.min(nearestCount, width)
    const found = this.withRoomFor(nearest * size[v])
    for (let job = next[jobCount + 2 * v]; job < jobCount; job = next[job]) {
      for (let k = 0; k < nearest; k++) {
        const w = routeOf[list[job * width + k]]
        if (w < 0 || foundFor[w] === search) continue
        foundFor[w] = search
        found[this.length++] = w
      }
    }
    this.to[v] = this.length
  }

  /** Whether a route has been found near another one. */
  hasFound(v: number, near: number): boolean {
    const { found, from, to } = this
    for (let i = from[v]; i < to[v]; i++) if (found[i] === near) return true
    return false
  }

  /** The list may outgrow its first size: a job that moves to another route is looked at twice. */
  private withRoomFor(more: number): Int32Array {
    if (this.length + more > this.found.length) {
      const wider = new Int32Array(2 * (this.length + more))
      wider.set(this.found)
      this.found = wider
    }
    return this.found
  }
}
