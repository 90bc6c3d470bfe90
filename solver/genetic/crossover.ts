import type { LocalSearch } from '../local-search/local-search.ts'
import type { Neighbours } from '../neighbours.ts'
import type { Individual } from './population.ts'
import type { Problem } from '../problem.ts'
import type { Random } from '../random.ts'

/** Unless routes lie so scattered that none is found near, this often another seed is taken. */
const MOST_SEEDS = 50
/** How far along a route the next seed lies at the most. */
const FARTHEST_HOP = 20

/**
 * Loads a child of two plans into the local search: some neighbouring routes of the one give way to routes of the other
 * that serve the same jobs (route exchange, after Nagata et al. 2010); jobs that are left are inserted where they cost
 * least. Returns which routes differ from the first parent's.
 */
export function cross(
  problem: Problem,
  neighbours: Neighbours,
  random: Random,
  search: LocalSearch,
  a: Individual,
  b: Individual,
): Uint8Array {
  const { jobCount, vehicleCount, typeOf } = problem
  const routeA = routesOf(problem, a.next)
  const routeB = routesOf(problem, b.next)
  const given = pickRoutes(problem, neighbours, random, a, routeA)
  const shared = new Int32Array(vehicleCount)
  for (let j = 0; j < jobCount; j++) if (routeA[j]! >= 0 && given.has(routeA[j]!) && routeB[j]! >= 0) shared[routeB[j]!]!++
  const taken = Array.from(shared, (_, v) => v).filter((v) => shared[v]! > 0)
  taken.sort((x, y) => shared[y]! - shared[x]! || x - y)

  const next = a.next.slice()
  const planned = Uint8Array.from({ length: jobCount }, (_, j) => (routeA[j]! >= 0 && !given.has(routeA[j]!) ? 1 : 0))
  const free = new Set(given)
  const changed = new Uint8Array(vehicleCount)
  for (const v of given) {
    next[jobCount + 2 * v] = jobCount + 2 * v + 1
    changed[v] = 1
  }
  for (const v of taken.slice(0, given.size)) {
    const into = free.has(v) ? v : [...free].find((vehicle) => typeOf[vehicle] === typeOf[v])
    if (into === undefined) continue
    free.delete(into)
    let from = jobCount + 2 * into
    for (let node = b.next[jobCount + 2 * v]!; node < jobCount; node = b.next[node]!) {
      if (planned[node] === 1) continue
      planned[node] = 1
      next[from] = node
      from = node
    }
    next[from] = jobCount + 2 * into + 1
  }

  search.take(next)
  const missing: number[] = []
  for (let j = 0; j < jobCount; j++) if (planned[j] === 0 && routeA[j]! >= 0) missing.push(j)
  random.shuffle(missing)
  for (const job of missing) changed[search.insert(job)] = 1
  return changed
}

/** Some routes that lie beside each other, from a job drawn at random on. */
function pickRoutes(
  { jobCount }: Problem,
  { width, list }: Neighbours,
  random: Random,
  { next }: Individual,
  route: Int32Array,
): Set<number> {
  const used = new Set(route).size
  const many = 1 + random.below(used)
  const picked = new Set<number>()
  let seed = random.below(jobCount)
  for (let seeds = 0; picked.size < many && seeds < MOST_SEEDS; seeds++) {
    if (route[seed]! >= 0) picked.add(route[seed]!)
    for (let k = 0; k < width && picked.size < many; k++) {
      const near = route[list[seed * width + k]!]!
      if (near >= 0) picked.add(near)
    }
    const routes = [...picked]
    let node = next[jobCount + 2 * routes[random.below(routes.length)]!]!
    for (let hops = random.below(FARTHEST_HOP); hops > 0 && next[node]! < jobCount; hops--) node = next[node]!
    seed = node
  }
  return picked
}

/** The vehicle of each job, or -1. */
function routesOf({ jobCount, vehicleCount }: Problem, next: Int32Array): Int32Array {
  const routes = new Int32Array(jobCount).fill(-1)
  for (let v = 0; v < vehicleCount; v++) {
    for (let node = next[jobCount + 2 * v]!; node < jobCount; node = next[node]!) routes[node] = v
  }
  return routes
}
