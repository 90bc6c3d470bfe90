import type { Neighbors } from '../../model/neighbors.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/** A route is near if it serves one of this many nearest jobs of one of the other's jobs. */
const nearestCount = 8

/** Finds the routes that lie beside another one. */
export class NearRoutes {
  /** The routes found last, each once. */
  readonly found: Int32Array
  private readonly foundFor: Int32Array
  private readonly routes: PenalizedRoutes
  private readonly neighbors: Neighbors
  private searches = 0

  constructor(routes: PenalizedRoutes, neighbors: Neighbors) {
    this.routes = routes
    this.neighbors = neighbors
    this.found = new Int32Array(routes.problem.vehicleCount)
    this.foundFor = new Int32Array(routes.problem.vehicleCount)
  }

  /** Fills `found` with the routes near a route, and returns how many there are. */
  find(v: number): number {
    const { jobCount } = this.routes.problem
    const { next, routeOf } = this.routes.linked
    const { width, list } = this.neighbors
    const { found, foundFor } = this
    const search = ++this.searches
    foundFor[v] = search
    const nearest = Math.min(nearestCount, width)
    let count = 0
    for (let job = next[jobCount + 2 * v]; job < jobCount; job = next[job]) {
      for (let k = 0; k < nearest; k++) {
        const w = routeOf[list[job * width + k]]
        if (w < 0 || foundFor[w] === search) continue
        foundFor[w] = search
        found[count++] = w
      }
    }
    return count
  }
}
