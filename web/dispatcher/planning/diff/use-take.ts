import { useMutation, useQueryClient } from '@tanstack/react-query'
import { takeRevision } from '#domain/api/takes.ts'
import type { Take, Taken } from '#domain/schema/plan-diff.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { planSummaryQuery } from '../plan-queries.ts'

/** Takes a revision or a part of it. Pressing again after a lost reply takes it once. */
export function useTake(revision: PlanSummary, onTaken: (taken: Taken) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Take) => {
      const idempotencyKey = newIdempotencyKey()
      return changeRecord(revision, {}, (version) =>
        call(takeRevision, { params: { id: revision.id }, body, version, idempotencyKey }),
      )
    },
    onSuccess: (taken) => {
      client.setQueryData(planSummaryQuery(revision.id).queryKey, taken.revision)
      if (taken.change) client.setQueryData(planSummaryQuery(taken.change.plan.id).queryKey, taken.change.plan)
      onTaken(taken)
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.plans.all }),
        client.invalidateQueries({ queryKey: keys.deliveries.all }),
      ]),
  })
}
