import { Journal } from '../route/journal.ts'
import { LocalSearch } from './local-search/local-search.ts'
import { makeRecreate, type Recreate } from './ruin-recreate/recreate.ts'
import { makeRuin } from './ruin-recreate/ruin.ts'
import { handles } from '../model/constraints.ts'
import { findNeighbors, spacing } from '../model/neighbors.ts'
import type { Operands } from './ruin-recreate/operands.ts'
import type { Problem } from '../model/problem.ts'
import type { Random } from '../math/random.ts'
import { RouteState } from '../route/route-state.ts'
import { Solution } from '../route/solution.ts'

const neighborCount = 100

/** What every phase of a search works with. There is one of each, and the phases take turns. */
export type SearchParts = Operands & {
  /** Average search cost from a job to its nearest ones. */
  spacing: number
  ruin: () => void
  recreate: Recreate
  /** Undefined if local search does not handle every constraint of the problem. */
  localSearch: LocalSearch | undefined
  /** Whether the search has to end now. Long steps ask, so that they can stop halfway. */
  isOver: () => boolean
}

/** Assembles the operators that fit a problem. The solution has no jobs on its routes yet, except for locked heads. */
export function assemble(
  problem: Problem,
  random: Random,
  isOver: () => boolean,
  neighbors = findNeighbors(problem, neighborCount),
): SearchParts {
  const solution = new Solution(problem)
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  const operands: Operands = { random, solution, state, journal, neighbors }
  return {
    ...operands,
    spacing: spacing(problem, neighbors),
    ruin: makeRuin(operands),
    recreate: makeRecreate(operands),
    localSearch: handles('local search', problem) ? new LocalSearch(problem, neighbors, random) : undefined,
    isOver,
  }
}
