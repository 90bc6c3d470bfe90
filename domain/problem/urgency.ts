import type { PlannerSettings } from './settings.ts'
import type { PlannerDelivery } from './types.ts'

/** How early on its route a delivery comes: what has more comes first. All have the same where any order will do. */
export function urgencyOf({ priority }: Pick<PlannerDelivery, 'priority'>, settings: PlannerSettings): number {
  const { priority_order = 'any' } = settings
  if (priority_order === 'by_priority') return Math.max(0, 3 - priority)
  return priority_order === 'urgent_first' && priority === 1 ? 1 : 0
}

/** Whether drivers bring more urgent deliveries first. */
export const haveTurns = ({ priority_order = 'any' }: PlannerSettings) => priority_order !== 'any'
