import { useQueries, useQuery } from '@tanstack/react-query'
import type { Plan, PlanSummary } from '#domain/schema/plan.ts'
import { planQuery, plansOfDayQuery, planSummaryQuery } from '../plan-queries.ts'
import { hasRoutes, isRunning } from '../plan-words.ts'
import { scenariosQuery } from '../optimize/revision-queries.ts'

/** A row of the comparison: the plan as it is, or a scenario with its routes once it has any. */
export type Compared = { summary: PlanSummary; name: string; isBase: boolean; plan: Plan | undefined }

const shownStates = ['queued', 'optimizing', 'draft', 'failed', 'taken']

/** A day's plan and its scenarios, oldest first, with their routes as far as they are loaded. */
export function useScenarios(day: string, planId: string | null) {
  const plans = useQuery(plansOfDayQuery(day))
  const scenarios = useQuery(scenariosQuery(day))
  const current = plans.data?.filter(({ state }) => hasRoutes(state)) ?? []
  const base = current.find(({ id }) => id === planId) ?? current[0]
  const listed = (scenarios.data ?? []).filter(({ state }) => shownStates.includes(state)).toReversed()
  // What is calculated tells its progress by itself.
  const fresh = useQueries({
    queries: listed.map(({ id, state }) => ({ ...planSummaryQuery(id), enabled: isRunning(state) })),
    combine: (results) => results.map(({ data }) => data),
  })
  const summaries = [...(base ? [base] : []), ...listed.map((each, place) => newest(each, fresh[place]))]
  const loaded = useQueries({
    queries: summaries.map((summary) => ({
      ...planQuery(summary),
      enabled: summary.id === base?.id || summary.state === 'draft' || summary.state === 'taken',
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const rows = summaries.map((summary, place): Compared => ({
    summary,
    name: summary.id === base?.id ? 'The plan now' : (summary.what_if?.name ?? ''),
    isBase: summary.id === base?.id,
    plan: loaded[place],
  }))
  return { base, rows, queries: [plans, scenarios] }
}

const newest = (listed: PlanSummary, fresh: PlanSummary | undefined) =>
  fresh && fresh.updated_at > listed.updated_at ? fresh : listed
