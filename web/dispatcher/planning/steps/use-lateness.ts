import { useQuery } from '@tanstack/react-query'
import { latenessOf } from '#domain/lateness.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { isOver } from '#domain/start-of-day.ts'
import { useNow } from '#web/lib/use-now.ts'
import { planQuery } from '../plan-queries.ts'

/** How late a draft or approved plan is by now. It follows the clock without asking the server again. */
export function useLateness(plan: PlanSummary, zone: string) {
  const now = useNow()
  const { data } = useQuery(planQuery(plan))
  const mayStillLeave = plan.state === 'draft' || plan.state === 'approved'
  return {
    now,
    late: data && mayStillLeave ? latenessOf(data.routes, now) : null,
    isDayOver: mayStillLeave && isOver(plan.day, now, zone),
  }
}
