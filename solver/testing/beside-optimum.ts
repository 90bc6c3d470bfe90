import { check } from '../check/check.ts'
import type { SolveOptions } from '../json/options.ts'
import { solve } from '../solve.ts'
import type { VroomInput } from '../json/vroom.ts'
import { exhaustive } from './exhaustive/exhaustive.ts'
import { outcomeOf } from './outcome.ts'

/** A plan for a small problem with its errors and its outcome, and the exhaustive optimum. */
export function besideOptimum(problem: VroomInput, options: SolveOptions, byTheSecond = false) {
  const plan = solve(problem, options)
  const { errors, cost } = check(problem, plan)
  return { plan, errors, found: outcomeOf(problem, plan, cost), best: exhaustive(problem, byTheSecond) }
}
