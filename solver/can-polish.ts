import type { Problem } from './problem.ts'

/** Whether local search knows all constraints of a problem: windows, loads one way, skills, kinds of vehicles. */
export function canPolish(problem: Problem): boolean {
  const { delivery, pickup, types } = problem
  const isOneWay = !pickup.some((amount) => amount > 0) || !delivery.some((amount) => amount > 0)
  return (
    isOneWay &&
    !problem.hasPairs &&
    !problem.hasSetup &&
    !problem.hasSeveralWindows &&
    types.every((type) => !type.hasBreaks && !type.limited && type.maxTasks === Infinity)
  )
}
