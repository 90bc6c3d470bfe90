import type { LocalSearch } from '../local-search/local-search.ts'
import type { SearchParts } from '../assemble.ts'
import type { Touched } from '../local-search/touched.ts'

/** How many jobs are taken out at most. */
const mostRemoved = 25
/** How often the first of them goes out with a vehicle without jobs. */
const openingRate = 0.15

/**
 * Takes a job and some of its nearest jobs out, and inserts them in random order where they cost least, penalties included. Now
 * and then a new route is opened for them: no single job pays for one, so none would ever open otherwise.
 */
export class Reinsertion {
  private readonly parts: SearchParts
  private readonly search: LocalSearch
  private readonly touched: Touched
  private readonly removed: number[] = []

  constructor(parts: SearchParts, search: LocalSearch, touched: Touched) {
    this.parts = parts
    this.search = search
    this.touched = touched
  }

  run(): void {
    this.remove()
    this.parts.random.shuffle(this.removed)
    this.insert()
  }

  private remove() {
    const { touched, removed } = this
    const { routes } = this.search
    const { prev, next, routeOf } = routes.linked
    const { random, neighbors, solution } = this.parts
    const { width, list } = neighbors
    const count = 1 + random.below(mostRemoved)
    const seed = random.below(solution.problem.jobCount)
    removed.length = 0
    for (let k = -1; k < width && removed.length < count; k++) {
      const job = k < 0 ? seed : list[seed * width + k]
      if (routeOf[job] < 0) continue
      touched.addRoute(routeOf[job])
      touched.addJob(job)
      touched.addJob(prev[job])
      touched.addJob(next[job])
      routes.linked.unlink(job)
      routeOf[job] = -1
      removed.push(job)
    }
    for (let i = 0; i < touched.vehicleCount; i++) routes.changed(touched.vehicles[i])
  }

  private insert() {
    const { touched, search, removed } = this
    const { routes } = search
    const { next, routeOf } = routes.linked
    for (let i = 0; i < removed.length; i++) {
      const job = removed[i]
      const start = i === 0 ? this.newRoute(job) : -1
      const behind = start >= 0 ? start : search.placeFor(job)
      const v = routeOf[behind]
      touched.addRoute(v)
      touched.addJob(behind)
      touched.addJob(next[behind])
      routes.linked.link(job, behind)
      routes.changed(v)
    }
  }

  /** Now and then, the start of a vehicle without jobs that may serve this one; otherwise -1. */
  private newRoute(job: number): number {
    const { random, solution } = this.parts
    const { types, jobCount } = solution.problem
    if (random.fraction() >= openingRate) return -1
    const type = types.length > 1 ? random.below(types.length) : 0
    const spare = this.search.routes.linked.spareVehicle(type)
    return spare >= 0 && types[type].serves[job] === 1 ? jobCount + 2 * spare : -1
  }
}
