import type { SearchParts } from './assemble.ts'
import { Snapshot } from '../route/snapshot.ts'

/** No gain pays for lateness or overload at this price. */
const prohibitive = 1e15

/**
 * Makes a function that improves the solution by local search and never makes it late or overloaded. Undefined where
 * local search does not know all constraints.
 */
export function makePolish({ solution, state, localSearch, isOver }: SearchParts): (() => void) | undefined {
  if (!localSearch) return undefined
  const polished = new Snapshot(solution)
  return () => {
    const { penalties } = localSearch
    localSearch.penalties = { warp: prohibitive, load: prohibitive }
    localSearch.take(solution.next)
    const before = localSearch.cost()
    localSearch.run(undefined, isOver)
    localSearch.penalties = penalties
    const gain = before - localSearch.cost()
    const { warp, load } = localSearch.violations()
    if (gain <= 0 || warp > 0 || load > 0) return
    polished.takeRoutes(localSearch.next, solution.cost - gain, solution.penalty)
    polished.restore(solution, state)
  }
}
