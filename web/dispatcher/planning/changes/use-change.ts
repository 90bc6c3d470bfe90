import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changePlan, undoPlanChange } from '#domain/api/plan-changes.ts'
import { addUnpublished, restoreUnpublished, withdrawUnpublished } from '#domain/api/unpublished.ts'
import type { PlanChange, PlanChangeResult, PlanEdit } from '#domain/schema/plan-change.ts'
import type { Plan } from '#domain/schema/plan.ts'
import type { UnpublishedChanges } from '#domain/schema/unpublished.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { planQuery, planSummaryQuery } from '../plan-queries.ts'
import { unpublishedQuery, waitsForPublishing } from '../publish/unpublished-queries.ts'
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
      // What waits to be published was shown already, and drivers see the plan as it was.
      const isKept = client.getQueryData(unpublishedQuery(result.plan).queryKey) !== undefined
      if (isKept) {
        void refresh()
        return
      }
      // Somebody else may have gone further meanwhile.
      if (known && known.version <= result.plan.version) {
        // What is being read was asked before.
        void client.cancelQueries({ queryKey: summaryKey })
        const plan = client.getQueryData(planQuery(known).queryKey)
        if (plan) client.setQueryData(planQuery(result.plan).queryKey, withResult(plan, result))
        client.setQueryData(summaryKey, result.plan)
      }
      void refresh()
    }
    const show = (unpublished: UnpublishedChanges) => {
      void client.cancelQueries({ queryKey: summaryKey })
      client.setQueryData(unpublishedQuery(unpublished.plan).queryKey, unpublished)
      client.setQueryData(summaryKey, unpublished.plan)
      // Drivers see the routes that they had.
      const plan = client.getQueriesData<Plan>({ queryKey: ['plans', 'whole', id] }).findLast(([, data]) => data)?.[1]
      if (plan) client.setQueryData(planQuery(unpublished.plan).queryKey, { ...plan, ...unpublished.plan })
    }
    return {
      refresh,
      take,
      try: (changes: PlanEdit[]) => client.fetchQuery(triedQuery(latest()!, changes)),
      /**
       * @param version of the plan that the change was tried on
       * @param isAtOnce without waiting until somebody publishes it
       */
      make: async (changes: PlanEdit[], version: number, isAtOnce = false): Promise<PlanChangeResult> => {
        const asked = { params: { id }, body: { changes }, version, idempotencyKey: newIdempotencyKey() }
        if (isAtOnce || !waitsForPublishing(latest()!)) return call(changePlan, asked)
        const { change, ...unpublished } = await call(addUnpublished, asked)
        show(unpublished)
        return change!
      },
      undo: (change: Pick<PlanChange, 'id'>) =>
        call(undoPlanChange, {
          params: { id, change_id: change.id },
          version: latest()!.version,
          idempotencyKey: newIdempotencyKey(),
        }),
      /** Takes an unpublished change back, or puts it back. */
      withdraw: async (change_id: string) =>
        show(await call(withdrawUnpublished, { params: { id, change_id }, version: latest()!.version })),
      restore: async (change_id: string) =>
        show(
          await call(restoreUnpublished, {
            params: { id },
            body: { change_ids: [change_id] },
            version: latest()!.version,
          }),
        ),
      /** The changes that are not published, as far as this page has heard of them. */
      unpublished: () => client.getQueryData(unpublishedQuery(latest()!).queryKey),
      history: () => client.fetchQuery({ ...planChangesQuery(id), staleTime: 0 }),
    }
  }, [client, id])
}

export type Changing = ReturnType<typeof useChange>
