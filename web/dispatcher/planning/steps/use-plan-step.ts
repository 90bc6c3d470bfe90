import { useMutation, useQueryClient } from '@tanstack/react-query'
import { approvePlan, cancelPlan, discardPlan, dispatchPlan, finishPlan, takeBackPlan } from '#domain/api/plans.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { planSummaryQuery } from '../plan-queries.ts'

const steps = {
  cancel: cancelPlan,
  finish: finishPlan,
  approve: approvePlan,
  dispatch: dispatchPlan,
  takeBack: takeBackPlan,
  discard: discardPlan,
}

/** `dispatchDespite`: also if goods are not at the depot yet. */
export type PlanStep = keyof typeof steps | 'dispatchDespite'

/** Marks a plan that goes to another state, so that nobody asks meanwhile how it differs: it may be gone. */
export const stepKey = (planId: string | undefined) => ['plan step', planId]

/** Moves a plan to its next state or back. `error` says why it was refused. The plan is then read again. */
export function usePlanStep(plan: PlanSummary, onDone?: (plan: PlanSummary, step: PlanStep) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: stepKey(plan.id),
    mutationFn: (step: PlanStep) =>
      // A step leads on from the state that was shown, so that two people who take a plan back do so once.
      changeRecord(plan, { state: step }, (version) => {
        const params = { id: plan.id }
        return step === 'dispatchDespite'
          ? call(dispatchPlan, { params, query: { despite_goods: 'true' }, version })
          : call(steps[step], { params, version })
      }),
    onSuccess: (changed, step) => {
      client.setQueryData(planSummaryQuery(plan.id).queryKey, changed)
      onDone?.(changed, step)
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.plans.all }),
        client.invalidateQueries({ queryKey: keys.deliveries.all }),
      ]),
  })
}
