import { queryOptions } from '@tanstack/react-query'
import { findPlaces, getLateOrders, listPlanChanges, previewPlanChange } from '#domain/api/plan-changes.ts'
import { previewUnpublished } from '#domain/api/unpublished.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { waitsForPublishing } from '../publish/unpublished-queries.ts'

/** Without a state, what is done is done at once. */
type Known = Pick<PlanSummary, 'id' | 'version'> & Partial<Pick<PlanSummary, 'state' | 'unpublished'>>

/** What changes would do. Once somebody else changes the plan, they are tried again on what it is then. */
export const triedQuery = (plan: Known, changes: PlanEdit[]) =>
  queryOptions({
    queryKey: keys.plans.tried(plan.id, plan.version, JSON.stringify(changes)),
    queryFn: ({ signal }) => {
      const asked = { params: { id: plan.id }, body: { changes }, signal }
      return waitsForPublishing(plan) ? call(previewUnpublished, asked) : call(previewPlanChange, asked)
    },
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
export const placesQuery = (plan: Known, delivery_id: string) =>
  queryOptions({
    queryKey: keys.plans.places(plan.id, plan.version, delivery_id),
    queryFn: ({ signal }) => {
      const query = { delivery_id, unpublished: String(waitsForPublishing(plan)) }
      return call(findPlaces, { params: { id: plan.id }, query, signal })
    },
    retry: false,
  })

/** The deliveries that came in since the plan was made. */
export const lateOrdersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.plans.lateOrders(id),
    queryFn: ({ signal }) => call(getLateOrders, { params: { id }, signal }),
  })
