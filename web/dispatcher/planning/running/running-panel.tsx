import { Check, WifiOff, X } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { costName, costWords } from './cost-words.ts'
import { CostLine } from './cost-line.tsx'
import { Figure, Figures } from '../figures.tsx'
import { waitingSentence } from '../plan-words.ts'
import { usePlanStep } from '../steps/use-plan-step.ts'

/** A calculation in progress: how far it is, and how good the best plan is so far. */
export function RunningPanel({ plan, isCutOff }: { plan: PlanSummary; isCutOff: boolean }) {
  const { currency } = useMe().workspace
  const mayEnd = useMay('change_planning')
  const step = usePlanStep(plan)
  const { progress, time_limit_seconds: limit } = plan
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4">
      <Card isPadded={false}>
        <div className="grid gap-5 p-5">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-base font-semibold tracking-tight">
              {plan.state === 'queued' ? 'Waiting for its turn' : 'Finding the best routes'}
            </h2>
            <span className="max-sm:hidden">
              <StateBadge state={plan.state} />
            </span>
            {mayEnd && <EndButtons plan={plan} step={step} />}
          </div>
          <Elapsed plan={plan} />
          <Figures>
            <Figure label="Routes so far" value={progress ? formatNumber(progress.routes, 0) : '–'} />
            <Figure label="Unassigned" value={progress ? formatNumber(progress.unassigned, 0) : '–'} />
            <Figure label={costName(progress)} value={progress ? costWords(progress.cost, progress, currency) : '–'} />
            <Figure label="Plans tried" value={progress ? formatNumber(progress.iterations, 0) : '–'} />
          </Figures>
          <CostLine progress={progress} limitSeconds={limit} />
        </div>
        {isCutOff && (
          <p
            role="status"
            className="flex items-center gap-2 border-t bg-warning-soft px-5 py-2.5 font-medium text-warning-ink"
          >
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
            Reconnecting… The calculation continues without this page.
          </p>
        )}
      </Card>
      {step.error && (
        <LoadError
          title={step.variables === 'finish' ? 'The calculation is still running' : 'The calculation was not cancelled'}
          error={step.error}
          onRetry={() => step.mutate(step.variables)}
          isRetrying={step.isPending}
        />
      )}
      <p className="text-center text-[0.8125rem] text-ink-muted">
        It ends on its own once no better plan is likely. You can leave this page and come back.
      </p>
    </div>
  )
}

/** Two ways to end a calculation. Finishing is offered once there is a plan to keep. */
function EndButtons({ plan, step }: { plan: PlanSummary; step: ReturnType<typeof usePlanStep> }) {
  const asked = step.isPending || step.isSuccess ? step.variables : null
  return (
    <div className="ml-auto flex gap-2">
      {plan.state === 'optimizing' && plan.progress && (
        <Button
          variant="primary"
          icon={<Check aria-hidden="true" className="size-4" />}
          isPending={asked === 'finish'}
          isDisabled={asked === 'cancel'}
          pendingLabel="Finishing"
          onPress={() => step.mutate('finish')}
        >
          Finish now
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
    </div>
  )
}

function Elapsed({ plan }: { plan: PlanSummary }) {
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
