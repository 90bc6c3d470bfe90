import { queryOptions } from '@tanstack/react-query'
import { findRemedies, listRisks } from '#domain/api/risks.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

/** Expected arrivals change with every minute, which no event tells. */
const everyMs = 30_000

/** The routes of a dispatched plan that will not go well unless somebody does something. */
export const risksQuery = ({ id, state }: Pick<PlanSummary, 'id' | 'state'>) =>
  queryOptions({
    queryKey: keys.plans.risks(id),
    queryFn: async ({ signal }) => (await call(listRisks, { params: { id }, signal })).routes,
    enabled: state === 'dispatched',
    refetchInterval: everyMs,
  })

/** What can be done about one of them, on the plan with the changes that are not published. */
export const remediesQuery = ({ id, version }: Pick<PlanSummary, 'id' | 'version'>, routeId: string) =>
  queryOptions({
    queryKey: keys.plans.remedies(id, version, routeId),
    queryFn: ({ signal }) => call(findRemedies, { params: { id, route_id: routeId }, signal }),
    placeholderData: (before) => (before?.route_id === routeId ? before : undefined),
    retry: false,
    staleTime: everyMs,
  })
