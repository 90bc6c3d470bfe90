import { useMutation, useQuery } from '@tanstack/react-query'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import { toast } from '#web/ui/toast.tsx'
import { triedQuery } from '../planning/changes/change-queries.ts'
import { useChange } from '../planning/changes/use-change.ts'
import { planSummaryQuery } from '../planning/plan-queries.ts'

/** Tries changes of a plan while they are looked at, and makes them at once. Without changes, nothing is tried. */
export function useTried(planId: string, changes: PlanEdit[], onDone: () => void) {
  const plan = useQuery(planSummaryQuery(planId)).data
  const change = useChange(planId)
  const tried = useQuery({
    ...triedQuery({ id: planId, version: plan?.version ?? 0 }, changes),
    enabled: plan !== undefined && changes.length > 0,
  })
  const making = useMutation({
    // What is tried here is tried on the plan as drivers see it.
    mutationFn: () => change.make(changes, tried.data!.plan.version, true),
    onSuccess: (result) => {
      change.take(result)
      toast({ tone: 'success', title: result.sentence })
      onDone()
    },
  })
  return {
    result: tried.data,
    error: making.error ?? tried.error,
    isMaking: making.isPending,
    make: () => making.mutate(),
  }
}
