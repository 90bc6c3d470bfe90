import type { PlanSummary } from '#domain/schema/plan.ts'
import { useScopeNames } from './use-scope-names.ts'

/** Says for which depot a plan is, where the workspace has several. */
export function usePlanDepot(): (plan: PlanSummary | undefined) => string | undefined {
  const { hasDepots, names } = useScopeNames()
  return (plan) => {
    if (!hasDepots || !plan) return undefined
    return plan.depot_id === null ? 'All depots' : names.get(plan.depot_id)
  }
}
