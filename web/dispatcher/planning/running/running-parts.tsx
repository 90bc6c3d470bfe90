import { Check, X } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { waitingSentence } from '../plan-words.ts'
import type { usePlanStep } from '../steps/use-plan-step.ts'

type EndButtonsProps = { plan: PlanSummary; step: ReturnType<typeof usePlanStep>; finishLabel?: string }

/** Two ways to end a calculation. Finishing is offered once there is a plan to keep. */
export function EndButtons({ plan, step, finishLabel = 'Finish now' }: EndButtonsProps) {
  const asked = step.isPending || step.isSuccess ? step.variables : null
  return (
    <>
      {plan.state === 'optimizing' && plan.progress && (
        <Button
          variant="primary"
          icon={<Check aria-hidden="true" className="size-4" />}
          isPending={asked === 'finish'}
          isDisabled={asked === 'cancel'}
          pendingLabel="Finishing"
          onPress={() => step.mutate('finish')}
        >
          {finishLabel}
        </Button>
      )}
      <Button
        icon={<X aria-hidden="true" className="size-4" />}
        isPending={asked === 'cancel'}
        pendingLabel="Cancelling"
        onPress={() => step.mutate('cancel')}
      >
        Cancel
      </Button>
    </>
  )
}

/** How much of its time a calculation has used. */
export function Elapsed({ plan }: { plan: PlanSummary }) {
  const { state, progress, time_limit_seconds: limit } = plan
  if (!progress) return <ProgressBar label={state === 'queued' ? waitingSentence(plan) : 'Starting'} isIndeterminate />
  const elapsed = Math.min(progress.elapsed_seconds, limit)
  return (
    <ProgressBar
      label={progress.elapsed_seconds >= limit ? 'Checking and saving the plan' : 'Time used'}
      value={elapsed}
      maxValue={limit}
      valueLabel={`${Math.floor(elapsed)} of ${limit} s`}
    />
  )
}
