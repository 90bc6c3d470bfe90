import { Journal } from '../journal.ts'
import { findNeighbors } from '../neighbors.ts'
import type { Problem } from '../problem.ts'
import { Random } from '../random.ts'
import { makeRecreate } from '../recreate.ts'
import { RouteState } from '../route-state.ts'
import { makeRuin } from '../ruin.ts'
import { Solution } from '../solution.ts'

/** What a search works with, before its first plan. */
export function searchParts(problem: Problem, seed: number) {
  const random = new Random(seed)
  const solution = new Solution(problem)
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  const neighbors = findNeighbors(problem, 100)
  const ruin = makeRuin(solution, state, journal, neighbors, random)
  const recreate = makeRecreate(solution, state, journal, neighbors, random)
  return { random, solution, state, journal, neighbors, ruin, recreate }
}
