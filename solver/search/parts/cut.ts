import type { Neighbors } from '../../model/neighbors.ts'
import type { Random } from '../../math/random.ts'
import type { Solution } from '../../route/solution.ts'

/** Two routes are closer the more often a job of one is among this many nearest jobs of a job of the other. */
const nearestCount = 10

/** Some near routes, and the absent jobs beside them. */
export type Part = {
  vehicles: number[]
  jobs: number[]
}

/**
 * Cuts a plan into parts of near routes with about as many jobs each, elsewhere each time: decomposition by routes, as in
 * Santini, Schneider, Vidal and Vigo (2023), "Decomposition strategies for vehicle routing heuristics". Theirs compares
 * barycenters; neighbors, which know times as well, need no coordinates.
 */
export function cut(solution: Solution, neighbors: Neighbors, random: Random, jobsPerPart: number): Part[] {
  const { problem, used, routeOf, size, absent } = solution
  const links = linksOf(solution, neighbors)
  const placed = problem.jobCount - absent.length
  const partCount = Math.max(1, Math.round(placed / jobsPerPart))
  const left = new Set(used.items.slice(0, used.length).sort())
  const partOfVehicle = new Int32Array(problem.vehicleCount).fill(-1)
  const parts: Part[] = []
  /** How many links each route has to those that are in any part, and in this one. */
  const toOthers = new Float64Array(problem.vehicleCount)
  let jobsLeft = placed
  while (left.size > 0) {
    const wanted = jobsLeft / Math.max(1, partCount - parts.length)
    const toThis = new Float64Array(problem.vehicleCount)
    const part: Part = { vehicles: [], jobs: [] }
    let next = parts.length === 0 ? [...left][random.below(left.size)] : closest(toOthers)
    while (next >= 0 && (part.jobs.length === 0 || part.jobs.length + size[next] / 2 <= wanted)) {
      left.delete(next)
      partOfVehicle[next] = parts.length
      part.vehicles.push(next)
      part.jobs.push(...solution.jobsOf(next))
      for (const [other, count] of links[next]!) {
        toThis[other] += count
        toOthers[other] += count
      }
      next = closest(toThis)
    }
    jobsLeft -= part.jobs.length
    parts.push(part)
  }
  for (const job of absent.items.slice(0, absent.length)) {
    parts[nearestPart(job)]?.jobs.push(job)
  }
  return parts

  /** The route that is left with the largest share of its links to some routes; -1 if none is left. */
  function closest(to: Float64Array): number {
    let best = -1
    let share = -1
    for (const vehicle of left) {
      const own = to[vehicle] / size[vehicle]
      if (own <= share) continue
      best = vehicle
      share = own
    }
    return best
  }

  function nearestPart(job: number): number {
    for (let k = 0; k < neighbors.width; k++) {
      const vehicle = routeOf[neighbors.list[job * neighbors.width + k]]
      if (vehicle >= 0) return partOfVehicle[vehicle]
    }
    return 0
  }
}

/** How many links each route has to each other one. */
function linksOf(
  { problem, used, routeOf }: Solution,
  { width, list }: Neighbors,
): (Map<number, number> | undefined)[] {
  const nearest = Math.min(width, nearestCount)
  const links: (Map<number, number> | undefined)[] = []
  for (let u = 0; u < used.length; u++) links[used.items[u]] = new Map()
  for (let job = 0; job < problem.jobCount; job++) {
    const v = routeOf[job]
    if (v < 0) continue
    for (let k = 0; k < nearest; k++) {
      const w = routeOf[list[job * width + k]]
      if (w < 0 || w === v) continue
      links[v]!.set(w, (links[v]!.get(w) ?? 0) + 1)
      links[w]!.set(v, (links[w]!.get(v) ?? 0) + 1)
    }
  }
  return links
}
