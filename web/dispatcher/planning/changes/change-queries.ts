import { queryOptions } from '@tanstack/react-query'
import { findPlaces, getLateOrders, listPlanChanges, previewPlanChange } from '#domain/api/plan-changes.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

type Known = Pick<PlanSummary, 'id' | 'version'>

/** What changes would do. Once somebody else changes the plan, they are tried again on what it is then. */
export const triedQuery = ({ id, version }: Known, changes: PlanEdit[]) =>
  queryOptions({
    queryKey: keys.plans.tried(id, version, JSON.stringify(changes)),
    queryFn: ({ signal }) => call(previewPlanChange, { params: { id }, body: { changes }, signal }),
    // What is refused would be refused again, and an outage is said at once.
    retry: false,
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** What was changed of a plan, newest first. */
export const planChangesQuery = (id: string) =>
  queryOptions({
    queryKey: keys.plans.changes(id),
    queryFn: async ({ signal }) =>
      (await call(listPlanChanges, { params: { id }, query: { limit: 100 }, signal })).data,
  })

/** The cheapest places for a delivery in the plan as it is. */
export const placesQuery = ({ id, version }: Known, delivery_id: string) =>
  queryOptions({
    queryKey: keys.plans.places(id, version, delivery_id),
    queryFn: ({ signal }) => call(findPlaces, { params: { id }, query: { delivery_id }, signal }),
    retry: false,
  })

/** The deliveries that came in since the plan was made. */
export const lateOrdersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.plans.lateOrders(id),
    queryFn: ({ signal }) => call(getLateOrders, { params: { id }, signal }),
  })
