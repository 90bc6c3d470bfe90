import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { takeRevision } from '#domain/api/takes.ts'
import type { Take, Taken } from '#domain/schema/plan-diff.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { planSummaryQuery } from '../plan-queries.ts'
import { stepKey } from '../steps/use-plan-step.ts'

/** Takes a revision or a part of it. Pressing again after a lost reply takes it once. */
export function useTake(revision: PlanSummary, onTaken: (taken: Taken) => void) {
  const client = useQueryClient()
  const attempt = useRef<{ wish: string; key: string } | null>(null)
  return useMutation({
    mutationKey: stepKey(revision.id),
    mutationFn: (body: Take) => {
      const wish = JSON.stringify([revision.id, body])
      if (attempt.current?.wish !== wish) attempt.current = { wish, key: newIdempotencyKey() }
      const idempotencyKey = attempt.current.key
      return changeRecord(revision, {}, (version) =>
        call(takeRevision, { params: { id: revision.id }, body, version, idempotencyKey }),
      )
    },
    onSuccess: (taken) => {
      attempt.current = null
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
