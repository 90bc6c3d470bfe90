import { queryOptions } from '@tanstack/react-query'
import { explainDelivery, explainPlan } from '#domain/api/plan-why.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { waitsForPublishing } from '../publish/unpublished-queries.ts'

type Known = Pick<PlanSummary, 'id' | 'version' | 'state' | 'unpublished'>

/** Why a delivery is where it is on a plan, or on no route of it: with the changes that are not published, or as drivers see it. */
export const whyQuery = (plan: Known, delivery_id: string, isPublishedShown: boolean) => {
  const unpublished = !isPublishedShown && waitsForPublishing(plan)
  return queryOptions({
    queryKey: keys.plans.why(plan.id, plan.version, delivery_id, unpublished),
    queryFn: ({ signal }) =>
      call(explainDelivery, {
        params: { id: plan.id, delivery_id },
        query: { unpublished: String(unpublished) },
        signal,
      }),
    retry: false,
    gcTime: 60_000,
  })
}

/** Which constraints of a plan cost most. Working it out takes seconds, so it is kept until somebody asks for it again. */
export const whyPlanQuery = (plan: Known, isPublishedShown: boolean) => {
  const unpublished = !isPublishedShown && waitsForPublishing(plan)
  return queryOptions({
    queryKey: keys.plans.whyPlan(plan.id, plan.version, unpublished),
    queryFn: ({ signal }) =>
      call(explainPlan, { params: { id: plan.id }, query: { unpublished: String(unpublished) }, signal }),
    retry: false,
    staleTime: Infinity,
  })
}
