import type { LocalSearch } from './local-search/local-search.ts'
import type { RouteState } from '../route/route-state.ts'
import { Snapshot } from '../route/snapshot.ts'
import type { Solution } from '../route/solution.ts'

/** No gain pays for lateness or overload at this price. */
const prohibitive = 1e15

/** Makes a function that improves the solution by local search, until told to stop, and never makes it late or overloaded. */
export function makePolish(
  solution: Solution,
  state: RouteState,
  search: LocalSearch,
  stop: () => boolean,
): () => void {
  const plan = new Snapshot(solution)
  return () => {
    const { penalties } = search
    search.penalties = { warp: prohibitive, load: prohibitive }
    search.take(solution.next)
    const before = search.cost()
    search.run(undefined, stop)
    search.penalties = penalties
    const gain = before - search.cost()
    const { warp, load } = search.violations()
    if (gain <= 0 || warp > 0 || load > 0) return
    plan.takeRoutes(search.next, solution.cost - gain, solution.penalty)
    plan.restore(solution, state)
  }
}
