import { check } from '../check/check.ts'
import type { SolveOptions } from '../json/options.ts'
import { solve } from '../solve.ts'
import type { VroomInput } from '../json/vroom.ts'
import { exhaustive } from './exhaustive/exhaustive.ts'
import { outcomeOf } from './outcome.ts'

/** A plan for a small problem, what is wrong with it and what came of it, and the best there is, found by trying all. */
export function besideOptimum(problem: VroomInput, options: SolveOptions, byTheSecond = false) {
  const plan = solve(problem, options)
  const { errors, cost } = check(problem, plan)
  return { plan, errors, found: outcomeOf(problem, plan, cost), best: exhaustive(problem, byTheSecond) }
}
