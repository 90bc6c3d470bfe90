import { priceOf } from './half-route.ts'
import { type MergedRoute, priceWith } from './merged-route.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/**
 * Gives merged routes to free vehicles, those with the most jobs first. Routes without a vehicle, and those that a vehicle
 * cannot drive after all, are left out.
 */
export function handOver(routes: readonly MergedRoute[], solution: Solution, state: RouteState): void {
  const { problem, spare } = solution
  for (const route of routes.toSorted((a, b) => b.jobs.length - a.jobs.length)) {
    const type = cheapestFree(route)
    if (type < 0) continue
    const vehicle = spare[type].items[spare[type].length - 1]
    const isAhead =
      priceOf(problem, problem.types[type], route.ahead) <= priceOf(problem, problem.types[type], route.back)
    const jobs = isAhead ? route.jobs : route.jobs.toReversed()
    let after = solution.startNode(vehicle)
    for (const job of jobs) {
      solution.insert(job, after, vehicle)
      after = job
    }
    if (state.refresh(vehicle)) continue
    for (const job of jobs) solution.remove(job)
    state.refresh(vehicle)
  }

  function cheapestFree(route: MergedRoute): number {
    if (spare[route.type].length > 0) return route.type
    let best = -1
    let price = Infinity
    for (const t of route.family.types) {
      const other = spare[t].length > 0 ? priceWith(problem, t, route) : Infinity
      if (other >= price) continue
      best = t
      price = other
    }
    return best
  }
}
