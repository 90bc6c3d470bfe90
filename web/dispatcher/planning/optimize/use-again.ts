import type { PlanSummary } from '#domain/schema/plan.ts'
import { useOptimize } from '../use-optimize.ts'
import { useShownRevision } from './revision-context.ts'

/** Asks the same of the plan as it is now. */
export function useAgain(base: Pick<PlanSummary, 'id' | 'day'>, revision: PlanSummary) {
  const { open } = useShownRevision()
  const optimize = useOptimize(({ id }) => open(id))
  const { scope, choices, what_if, driver_ids, time_limit_seconds } = revision
  const start = () =>
    optimize.mutate({
      day: base.day,
      revises: base.id,
      driver_ids,
      time_limit_seconds,
      ...(scope && { scope }),
      ...(choices && { choices }),
      ...(what_if && { what_if }),
    })
  return { start, isPending: optimize.isPending, error: optimize.error }
}
