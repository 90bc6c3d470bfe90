import { queryOptions } from '@tanstack/react-query'
import { countDeliveries } from '#domain/api/deliveries.ts'
import { listDepots } from '#domain/api/depots.ts'
import { listDrivers } from '#domain/api/drivers.ts'
import { getPlan, getPlanProgress, listPlans } from '#domain/api/plans.ts'
import { listVehicles } from '#domain/api/vehicles.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { isRunning } from './plan-words.ts'
import { everyPage } from './every-page.ts'

/** Which days have open deliveries. */
export const openDaysQuery = queryOptions({
  queryKey: ['deliveries', 'counts', 'every day'],
  queryFn: ({ signal }) => call(countDeliveries, { signal }),
})

/** How many deliveries of a day are pending, and how many have no position. */
export const dayCountsQuery = (day: string) =>
  queryOptions({
    queryKey: ['deliveries', 'counts', day],
    queryFn: ({ signal }) => call(countDeliveries, { query: { date_from: day, date_to: day }, signal }),
  })

/** Every active driver. */
export const activeDriversQuery = queryOptions({
  queryKey: ['drivers', 'every active one'],
  queryFn: ({ signal }) =>
    everyPage((cursor) => call(listDrivers, { query: { active: 'true', limit: 200, cursor }, signal })),
})

/** Every vehicle, for what the drivers can carry. */
export const vehiclesQuery = queryOptions({
  queryKey: ['vehicles', 'every one'],
  queryFn: ({ signal }) => everyPage((cursor) => call(listVehicles, { query: { limit: 200, cursor }, signal })),
})

/** Whether there is a depot to start from. */
export const hasDepotQuery = queryOptions({
  queryKey: ['depots', 'is there one'],
  queryFn: async ({ signal }) => (await call(listDepots, { query: { active: 'true', limit: 1 }, signal })).total > 0,
})

/** The plans of a day, newest first. */
export const plansOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['plans', 'of day', day],
    queryFn: async ({ signal }) => (await call(listPlans, { query: { day, limit: 50 }, signal })).data,
  })

/** How often a running plan is asked how far it is. */
const pollMilliseconds = 500

/** State and progress of a plan; asked again and again while it is being calculated, through lost connections too. */
export const planSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['plans', id, 'summary'],
    queryFn: ({ signal }) => call(getPlanProgress, { params: { id }, signal }),
    retry: false,
    refetchInterval: ({ state }) => {
      if (!state.data || !isRunning(state.data.state)) return false
      return isRefusal(state.error) ? false : pollMilliseconds
    },
  })

/** A plan with its routes; its key holds the last change, so that a changed plan is read anew. */
export const planQuery = (summary: PlanSummary) =>
  queryOptions({
    queryKey: ['plans', summary.id, 'whole', summary.updated_at],
    queryFn: ({ signal }) => call(getPlan, { params: { id: summary.id }, signal }),
    // The routes stay in sight while the approved or dispatched plan is read again.
    placeholderData: (previous) => (previous?.id === summary.id ? previous : undefined),
  })

/** Whether asking again would give the same answer; an outage, a lost connection and a full queue pass. */
function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429
}
