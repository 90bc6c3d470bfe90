import type { NewPlan, PlanSummary } from '#domain/schema/plan.ts'

/** The same day, drivers and time again. The tier may allow less time by now. */
export function sameAgain(
  plan: Pick<PlanSummary, 'day' | 'driver_ids' | 'time_limit_seconds'>,
  longestSeconds: number,
): NewPlan {
  const time_limit_seconds = Math.min(plan.time_limit_seconds, longestSeconds)
  return { day: plan.day, driver_ids: plan.driver_ids, time_limit_seconds }
}
