import { Journal } from '../journal.ts'
import { findNeighbours } from '../neighbours.ts'
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
  const neighbours = findNeighbours(problem, 100)
  const ruin = makeRuin(solution, state, journal, neighbours, random)
  const recreate = makeRecreate(solution, state, journal, neighbours, random)
  return { random, solution, state, journal, neighbours, ruin, recreate }
}
