import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getBestPlan, listPlans } from '#domain/api/plans.ts'
import { getPlanDiff } from '#domain/api/takes.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

/** The best routes so far. Their number is part of the key, so that better ones are read once. */
export const bestPlanQuery = ({ id, state, progress }: PlanSummary) =>
  queryOptions({
    queryKey: keys.plans.best(id, progress?.best ?? 0),
    queryFn: ({ signal }) => call(getBestPlan, { params: { id }, signal }),
    enabled: state === 'optimizing' && (progress?.best ?? 0) > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })

/** What a revision changes of a plan as it is now. */
export const planDiffQuery = (revision: PlanSummary | undefined, base: PlanSummary) =>
  queryOptions({
    queryKey: keys.plans.diff(revision?.id ?? '', revision?.updated_at ?? '', base.version),
    queryFn: ({ signal }) => call(getPlanDiff, { params: { id: revision!.id }, signal }),
    enabled: revision?.state === 'draft',
    placeholderData: (previous) => (previous?.revision.id === revision?.id ? previous : undefined),
    retry: false,
  })

/** The revisions of a plan, newest first. */
export const revisionsQuery = (planId: string) =>
  queryOptions({
    queryKey: keys.plans.revisions(planId),
    queryFn: async ({ signal }) => (await call(listPlans, { query: { revises: planId, limit: 50 }, signal })).data,
  })

/** The scenarios of a day, newest first. */
export const scenariosQuery = (day: string) =>
  queryOptions({
    queryKey: keys.plans.scenarios(day),
    queryFn: async ({ signal }) =>
      (await call(listPlans, { query: { day, scenarios: 'true', limit: 50 }, signal })).data,
  })
