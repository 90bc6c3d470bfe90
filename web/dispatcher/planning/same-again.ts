import type { NewPlan, PlanSummary } from '#domain/schema/plan.ts'

/** The same day, drivers and time again. */
export function sameAgain(plan: Pick<PlanSummary, 'day' | 'driver_ids' | 'time_limit_seconds'>): NewPlan {
  return { day: plan.day, driver_ids: plan.driver_ids, time_limit_seconds: plan.time_limit_seconds }
}
