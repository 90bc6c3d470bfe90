import { queryOptions } from '@tanstack/react-query'
import { getUnpublished } from '#domain/api/unpublished.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

type Known = Pick<PlanSummary, 'id' | 'version' | 'state' | 'unpublished'>

/** Whether what is done to a plan waits until it is published: drivers have it, or there are such changes already. */
export const waitsForPublishing = ({ state, unpublished = 0 }: Partial<Known>) =>
  state === 'dispatched' || unpublished > 0

/** The changes of a plan that drivers do not see yet, and what they make of it. */
export const unpublishedQuery = (plan: Known) =>
  queryOptions({
    queryKey: keys.plans.unpublished(plan.id, plan.version),
    queryFn: ({ signal }) => call(getUnpublished, { params: { id: plan.id }, signal }),
    enabled: waitsForPublishing(plan),
    placeholderData: (before) => (before?.plan.id === plan.id ? before : undefined),
  })
