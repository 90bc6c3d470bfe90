import { Journal } from '../route/journal.ts'
import { findNeighbors } from '../model/neighbors.ts'
import type { Problem } from '../model/problem.ts'
import { Random } from '../math/random.ts'
import { makeRecreate } from '../search/ruin-recreate/recreate.ts'
import { RouteState } from '../route/route-state.ts'
import { makeRuin } from '../search/ruin-recreate/ruin.ts'
import { Solution } from '../route/solution.ts'

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
