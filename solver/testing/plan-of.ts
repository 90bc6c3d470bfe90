import { check, solve, type VroomInput, type VroomOutput } from '../index.ts'

/**
 * Plans a small problem.
 * @throws Error with what the independent check finds wrong with the plan
 */
export function planOf(problem: VroomInput): VroomOutput {
  const plan = solve(problem, { iterationLimit: 1000 })
  const { errors } = check(problem, plan)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return plan
}

/** By route, what is done on the way, such as `pickup 1` or `break`. */
export const namesOf = ({ routes }: VroomOutput): string[][] =>
  routes.map(({ steps }) => steps.slice(1, -1).map(({ type, id }) => (id === undefined ? type : `${type} ${id}`)))
