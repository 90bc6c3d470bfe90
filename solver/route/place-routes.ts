import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'

/** Replaces all routes by those of the first vehicles, jobs in driving order. Locked heads stay where they are. */
export function placeRoutes(
  { solution, state }: { solution: Solution; state: RouteState },
  routes: readonly (readonly number[])[],
): void {
  solution.clear()
  routes.forEach((jobs, v) => {
    let after = solution.startNode(v)
    for (const job of jobs) {
      if (solution.routeOf[job] < 0) solution.insert(job, after, v)
      after = job
    }
    state.refresh(v)
  })
}
