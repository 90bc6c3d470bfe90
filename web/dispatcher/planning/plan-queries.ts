import { queryOptions } from '@tanstack/react-query'
import { getPlan, getPlanProgress, listPlans } from '#domain/api/plans.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { pollEvery } from '#web/lib/live/status.ts'
import { isRunning } from './plan-words.ts'

/** The plans of a day, newest first. */
export const plansOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: keys.plans.ofDay(day),
    queryFn: async ({ signal }) => (await call(listPlans, { query: { day, limit: 50 }, signal })).data,
  })

/** How often progress is polled without a live connection: at first more often, because small days take a moment. */
const pollMilliseconds = { first: 120, later: 500 }
const firstSeconds = 2

/** The state and progress of a plan. Both come live; what was lost on the way is polled while it is being calculated. */
export const planSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: keys.plans.summary(id),
    queryFn: ({ signal }) => call(getPlanProgress, { params: { id }, signal }),
    retry: false,
    refetchInterval: ({ state }) => {
      if (!state.data || !isRunning(state.data.state)) return false
      if (isRefusal(state.error)) return false
      const age = Date.now() - Date.parse(state.data.created_at)
      return pollEvery(age < firstSeconds * 1000 ? pollMilliseconds.first : pollMilliseconds.later)
    },
  })

/** A plan with its routes. Its key holds the time of the last change, so that a changed plan is read again. */
export const planQuery = (summary: Pick<PlanSummary, 'id' | 'updated_at'>) =>
  queryOptions({
    queryKey: keys.plans.whole(summary.id, summary.updated_at),
    queryFn: ({ signal }) => call(getPlan, { params: { id: summary.id }, signal }),
    // The routes stay visible while an approved or dispatched plan is read again.
    placeholderData: (previous) => (previous?.id === summary.id ? previous : undefined),
  })

/** Whether a retry would give the same answer. Outages, lost connections and a full queue pass. */
function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429
}
