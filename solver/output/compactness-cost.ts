import type { Problem } from '../model/problem.ts'
import { secondsFromMiddle } from '../route/compactness.ts'
import type { VroomRoute } from '../json/vroom.ts'

/** What jobs away from the middle of their routes cost, in VROOM's units; empty if that has no price. */
export function compactnessCost(
  problem: Problem,
  routes: readonly { vehicle: number; jobs: readonly number[] }[],
): Pick<VroomRoute, 'compactness_cost'> {
  const { offMiddleCost, costScale } = problem
  if (offMiddleCost === 0) return {}
  const seconds = routes.reduce((sum, { vehicle, jobs }) => sum + secondsFromMiddle(problem, vehicle, jobs), 0)
  return { compactness_cost: Math.round((seconds * offMiddleCost) / costScale) }
}
