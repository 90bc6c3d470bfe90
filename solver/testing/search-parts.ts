import { assemble, type SearchParts } from '../search/assemble.ts'
import type { Problem } from '../model/problem.ts'
import { Random } from '../math/random.ts'

/** What a search works with, before its first plan. */
export function searchParts(problem: Problem, seed: number): SearchParts {
  return assemble(problem, new Random(seed), () => false)
}
