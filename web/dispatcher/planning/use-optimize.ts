import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createPlan } from '#domain/api/plans.ts'
import type { NewPlan, PlanSummary } from '#domain/schema/plan.ts'
import { call, CallError, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { planSummaryQuery } from './plan-queries.ts'

/**
 * Starts a calculation. Pressing again after a lost reply starts only one: the key stays until the server has
 * replied.
 */
export function useOptimize(onStarted: (plan: PlanSummary) => void) {
  const client = useQueryClient()
  const attempt = useRef<{ wish: string; key: string } | null>(null)
  return useMutation({
    mutationFn: (wish: NewPlan) => {
      const words = JSON.stringify(wish)
      if (attempt.current?.wish !== words) attempt.current = { wish: words, key: newIdempotencyKey() }
      return call(createPlan, { body: wish, idempotencyKey: attempt.current.key })
    },
    onSuccess: async (plan) => {
      attempt.current = null
      client.setQueryData(planSummaryQuery(plan.id).queryKey, plan)
      onStarted(plan)
      await client.invalidateQueries({ queryKey: keys.plans.ofDay(plan.day) })
    },
    onError: (error) => {
      if (error instanceof CallError && error.status >= 400 && error.status < 500) attempt.current = null
    },
  })
}
