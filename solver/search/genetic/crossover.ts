import type { LocalSearch } from '../local-search/local-search.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Individual } from './population.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'

/** How many seeds are tried before giving up on finding neighboring routes. */
const mostSeeds = 50
/** The farthest that the next seed may lie along a route. */
const farthestHop = 20

/**
 * Loads a child of two plans into local search: some neighboring routes of one parent give way to routes of the other
 * that serve the same jobs (route exchange, after Nagata et al., 2010). Remaining jobs are inserted where they cost
 * least. The child has exactly the first parent's jobs. Returns for each route whether it is as in the first parent (1), as in the
 * second (2), or new (0).
 */
export function cross(
  problem: Problem,
  neighbors: Neighbors,
  random: Random,
  search: LocalSearch,
  a: Individual,
  b: Individual,
): Uint8Array {
  const { jobCount, vehicleCount, typeOf, types } = problem
  const routeA = routesOf(problem, a.next)
  const given = pickRoutes(problem, neighbors, random, a, routeA)
  const missing = Uint8Array.from(routeA, (v) => (given.has(v) ? 1 : 0))

  const next = a.next.slice()
  const parentOf = new Uint8Array(vehicleCount).fill(1)
  for (const v of given) {
    next[jobCount + 2 * v] = jobCount + 2 * v + 1
    parentOf[v] = 0
  }
  const free = new Set(given)
  for (const v of mostShared(problem, b, missing).slice(0, given.size)) {
    const isFree = (vehicle: number) => typeOf[vehicle] === typeOf[v] && next[jobCount + 2 * vehicle] >= jobCount
    const into = free.has(v) ? v : ([...free].find(isFree) ?? types[typeOf[v]].vehicles.find(isFree))
    if (into === undefined) continue
    free.delete(into)
    parentOf[into] = 2
    let from = jobCount + 2 * into
    for (let node = b.next[jobCount + 2 * v]; node < jobCount; node = b.next[node]) {
      if (missing[node] === 0) {
        parentOf[into] = 0
        continue
      }
      missing[node] = 0
      next[from] = node
      from = node
    }
    next[from] = jobCount + 2 * into + 1
    if (isRouteOf(problem, a, routeA, next, into)) parentOf[into] = 1
  }

  search.take(next)
  const left: number[] = []
  for (let j = 0; j < jobCount; j++) if (missing[j] === 1) left.push(j)
  random.shuffle(left)
  for (const job of left) parentOf[search.insert(job)] = 0
  return parentOf
}

/** Whether a plan has a vehicle of the same type drive to the same jobs in the same order. */
function isRouteOf(
  { jobCount, typeOf }: Problem,
  { beside }: Individual,
  routeOf: Int32Array,
  next: Int32Array,
  v: number,
): boolean {
  let before = -1
  for (let job = next[jobCount + 2 * v]; job < jobCount; job = next[job]) {
    const behind = next[job] < jobCount ? next[job] : -1
    if (beside[2 * job] !== before || beside[2 * job + 1] !== behind || typeOf[routeOf[job]] !== typeOf[v]) return false
    before = job
  }
  return true
}

/** The routes of a plan that have some of the wanted jobs, the richest first. */
function mostShared(problem: Problem, plan: Individual, wanted: Uint8Array): number[] {
  const shared = new Int32Array(problem.vehicleCount)
  routesOf(problem, plan.next).forEach((v, job) => {
    if (v >= 0 && wanted[job] === 1) shared[v]++
  })
  const routes = Array.from(shared, (_, v) => v).filter((v) => shared[v] > 0)
  return routes.sort((v, w) => shared[w] - shared[v] || v - w)
}

/** Some neighboring routes, starting from a random job. */
function pickRoutes(
  { jobCount }: Problem,
  { width, list }: Neighbors,
  random: Random,
  { next }: Individual,
  route: Int32Array,
): Set<number> {
  const used = new Set(route.filter((v) => v >= 0)).size
  const many = 1 + random.below(used)
  const picked = new Set<number>()
  let seed = random.below(jobCount)
  for (let seeds = 0; picked.size < many && seeds < mostSeeds; seeds++) {
    if (route[seed] >= 0) picked.add(route[seed])
    for (let k = 0; k < width && picked.size < many; k++) {
      const near = route[list[seed * width + k]]
      if (near >= 0) picked.add(near)
    }
    const routes = [...picked]
    if (routes.length === 0) {
      // An absent job among absent jobs.
      seed = random.below(jobCount)
      continue
    }
    let node = next[jobCount + 2 * routes[random.below(routes.length)]]
    for (let hops = random.below(farthestHop); hops > 0 && next[node] < jobCount; hops--) node = next[node]
    seed = node
  }
  return picked
}

/** The vehicle of each job, or -1. */
function routesOf({ jobCount, vehicleCount }: Problem, next: Int32Array): Int32Array {
  const routes = new Int32Array(jobCount).fill(-1)
  for (let v = 0; v < vehicleCount; v++) {
    for (let node = next[jobCount + 2 * v]; node < jobCount; node = next[node]) routes[node] = v
  }
  return routes
}
