import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Plan, PlanSummary } from '#domain/schema/plan.ts'
import type { WeekDay } from '#domain/schema/planning-week.ts'
import { planQuery, plansOfDayQuery } from './plan-queries.ts'
import { hasRoutes } from './plan-words.ts'

/** A plan with the number that its menu gives it: the first of the day is plan 1. */
export type NumberedPlan = { number: number; plan: Plan }

/** The number of each plan of a day by id. `plans` has the newest first. */
export function planNumbers(plans: readonly PlanSummary[]): Map<string, number> {
  return new Map(plans.map(({ id }, position) => [id, plans.length - position]))
}

/** Plans that were not discarded. The board opens the first one. */
export function currentPlans(plans: readonly PlanSummary[]): PlanSummary[] {
  return plans.filter(({ state }) => state !== 'cancelled' && state !== 'discarded')
}

/** The plans of a day whose routes are driven, besides `shown`: the approved and the dispatched ones, oldest first. */
export function drivenBeside(plans: readonly PlanSummary[], shown?: string): PlanSummary[] {
  return plans.filter(({ id, state }) => id !== shown && (state === 'approved' || state === 'dispatched')).toReversed()
}

/** The other plans of the day with their routes, as far as they are loaded. */
export function useOtherPlans({ id, day }: Pick<PlanSummary, 'id' | 'day'>): readonly NumberedPlan[] {
  const { data: plans = none } = useQuery(plansOfDayQuery(day))
  const loaded = useQueries({
    queries: drivenBeside(plans, id).map((summary) => planQuery(summary)),
    combine: loadedOf,
  })
  return useMemo(() => {
    const numbers = planNumbers(plans)
    return loaded.map((plan) => ({ plan, number: numbers.get(plan.id)! }))
  }, [plans, loaded])
}

const none: PlanSummary[] = []
const loadedOf = (results: { data: Plan | undefined }[]) => results.flatMap(({ data }) => data ?? [])

/** Reads what the board of a day opens with, so that it is on its way while the page is drawn. */
export function useReadAhead(): (day: Pick<WeekDay, 'day' | 'plans'>) => void {
  const client = useQueryClient()
  return ({ day, plans: [newest] }) => {
    void client.prefetchQuery(plansOfDayQuery(day))
    if (newest && hasRoutes(newest.state)) void client.prefetchQuery(planQuery(newest))
  }
}
