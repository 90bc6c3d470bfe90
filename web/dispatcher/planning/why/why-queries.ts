import { queryOptions } from '@tanstack/react-query'
import { explainDelivery } from '#domain/api/plan-why.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

/** Why a delivery is where it is on a plan as it is now, or on no route of it. */
export const whyQuery = ({ id, version }: Pick<PlanSummary, 'id' | 'version'>, delivery_id: string) =>
  queryOptions({
    queryKey: keys.plans.why(id, version, delivery_id),
    queryFn: ({ signal }) => call(explainDelivery, { params: { id, delivery_id }, signal }),
    retry: false,
    gcTime: 60_000,
  })
