import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changePlan, undoPlanChange } from '#domain/api/plan-changes.ts'
import type { PlanChange, PlanChangeResult, PlanEdit } from '#domain/schema/plan-change.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { planQuery, planSummaryQuery } from '../plan-queries.ts'
import { planChangesQuery, triedQuery } from './change-queries.ts'
import { withResult } from './with-result.ts'

/** Tries and makes changes of a plan and takes them back. What is shown follows at once, and is then read again. */
export function useChange(id: string) {
  const client = useQueryClient()
  return useMemo(() => {
    const summaryKey = planSummaryQuery(id).queryKey
    /** The plan as this page last heard of it. */
    const latest = () => client.getQueryData(summaryKey)
    const refresh = () =>
      client.invalidateQueries({
        // What was tried belongs to a version of the plan, and is tried again on the next.
        predicate: ({ queryKey: [kind, what] }) =>
          kind === keys.deliveries.all[0] || (kind === keys.plans.all[0] && what !== 'tried'),
      })
    /** Shows the plan as a change has made it. */
    const take = (result: PlanChangeResult) => {
      const known = latest()
      // Somebody else may have gone further meanwhile.
      if (known && known.version <= result.plan.version) {
        const plan = client.getQueryData(planQuery(known).queryKey)
        if (plan) client.setQueryData(planQuery(result.plan).queryKey, withResult(plan, result))
        client.setQueryData(summaryKey, result.plan)
      }
      void refresh()
    }
    return {
      refresh,
      take,
      try: (changes: PlanEdit[]) => client.fetchQuery(triedQuery(latest()!, changes)),
      /** @param version of the plan that the change was tried on */
      make: (changes: PlanEdit[], version: number) =>
        call(changePlan, { params: { id }, body: { changes }, version, idempotencyKey: newIdempotencyKey() }),
      undo: (change: Pick<PlanChange, 'id'>) =>
        call(undoPlanChange, {
          params: { id, change_id: change.id },
          version: latest()!.version,
          idempotencyKey: newIdempotencyKey(),
        }),
      history: () => client.fetchQuery({ ...planChangesQuery(id), staleTime: 0 }),
    }
  }, [client, id])
}

export type Changing = ReturnType<typeof useChange>
