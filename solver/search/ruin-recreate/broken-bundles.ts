import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/** Takes out all jobs of bundles that are incomplete or on several vehicles. */
export function dropBrokenBundles(solution: Solution, state: RouteState): void {
  const { routeOf, problem } = solution
  const { groups, locks } = problem
  for (const bundle of groups?.bundles ?? []) {
    const vehicles = new Set(bundle.map((job) => routeOf[job]))
    if (vehicles.size === 1) continue
    for (const job of bundle) if (routeOf[job] >= 0) solution.remove(job)
    for (const vehicle of vehicles) {
      if (vehicle < 0 || state.refresh(vehicle)) continue
      for (const job of solution.jobsOf(vehicle)) if (!locks?.isFixed[job]) solution.remove(job)
      state.refresh(vehicle)
    }
  }
}
