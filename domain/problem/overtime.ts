import type { VroomCosts, VroomOvertimeStep } from '#solver/json/vroom.ts'
import type { OvertimeStep } from '../schema/overtime.ts'
import { usualCostPerHour, tokenCostPerHour } from './costs.ts'

/** What an hour of driving costs; where only kilometers do, what 40 of them cost. */
export function costPerHour({ per_hour, per_km }: VroomCosts = {}): number {
  if (per_hour && per_hour > tokenCostPerHour) return per_hour
  return per_km ? per_km * 40 : usualCostPerHour
}

/** What overtime costs on top, from the normal end on. Undefined if it costs nothing, or if there is none. */
export function overtimePrices(
  steps: readonly OvertimeStep[],
  normalEnd: number,
  costs: VroomCosts | undefined,
): VroomOvertimeStep[] | undefined {
  const hour = costPerHour(costs)
  let from = normalEnd
  const prices = steps.map(({ minutes, percent }) => {
    const step = { from, cost_per_hour: Math.round((hour * (percent - 100)) / 100) }
    from += minutes * 60
    return step
  })
  return prices.some(({ cost_per_hour }) => cost_per_hour > 0) ? prices : undefined
}
