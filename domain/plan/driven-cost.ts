import type { VroomRoute } from '#solver/json/vroom.ts'

/** What a route really costs, in the solver's units: that its stops are away from its middle weighs, and costs nobody anything. */
export function drivenCost({ cost, compactness_cost = 0 }: Pick<VroomRoute, 'cost' | 'compactness_cost'>): number {
  return cost - compactness_cost
}
