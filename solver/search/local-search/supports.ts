import type { Problem } from '../../model/problem.ts'

/**
 * Whether the local search knows every constraint of a problem. It does not know shipments, setup, several windows, breaks,
 * limits on jobs, locks, groups, nor loads that both shrink and grow on the way, nor anything that is judged on a route as
 * a whole: so a longest shift only where it depends on windows, travel and service alone. Prizes and absent jobs do no harm.
 */
export function localSearchApplies(problem: Problem): boolean {
  const { hasPairs, hasSetup, hasSeveralWindows, hasPickup, delivery, types } = problem
  const isOneWay = !hasPickup || delivery.every((amount) => amount === 0)
  const isPlain = types.every((type) => !type.isJudged && !type.hasBreaks && type.maxTasks === Infinity)
  return (
    isOneWay &&
    isPlain &&
    !hasPairs &&
    !hasSetup &&
    !hasSeveralWindows &&
    !problem.locks &&
    !problem.groups &&
    !problem.previous
  )
}
