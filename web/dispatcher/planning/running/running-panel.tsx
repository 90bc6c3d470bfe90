import { WifiOff } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { costName, costWords } from './cost-words.ts'
import { CostLine } from './cost-line.tsx'
import { Figure, Figures } from '../figures.tsx'
import { BestMap } from './best-map.tsx'
import { Elapsed, EndButtons } from './running-parts.tsx'
import { usePlanStep } from '../steps/use-plan-step.ts'

/** A calculation in progress: how far it is, and how good the best plan is so far. */
export function RunningPanel({ plan, isCutOff }: { plan: PlanSummary; isCutOff: boolean }) {
  const { currency } = useMe().workspace
  const mayEnd = useMay('change_planning')
  const step = usePlanStep(plan)
  const { progress, time_limit_seconds: limit } = plan
  return (
    <div className="grid w-full content-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <BestMap plan={plan} />
      <div className="grid content-start gap-4 max-lg:order-first">
        <Card isPadded={false}>
          <div className="grid gap-5 p-5">
            <div className="flex flex-wrap items-center gap-3">
              <h2 className="text-base font-semibold tracking-tight">
                {plan.state === 'queued' ? 'Waiting for its turn' : 'Finding the best routes'}
              </h2>
              <span className="max-sm:hidden">
                <StateBadge state={plan.state} />
              </span>
              {mayEnd && (
                <div className="ml-auto flex gap-2">
                  <EndButtons plan={plan} step={step} />
                </div>
              )}
            </div>
            <Elapsed plan={plan} />
            <Figures>
              <Figure label="Routes so far" value={progress ? formatNumber(progress.routes, 0) : '–'} />
              <Figure label="Unassigned" value={progress ? formatNumber(progress.unassigned, 0) : '–'} />
              <Figure
                label={costName(progress)}
                value={progress ? costWords(progress.cost, progress, currency) : '–'}
              />
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
            title={
              step.variables === 'finish' ? 'The calculation is still running' : 'The calculation was not canceled'
            }
            error={step.error}
            onRetry={() => step.mutate(step.variables)}
            isRetrying={step.isPending}
          />
        )}
        <p className="text-center text-[0.8125rem] text-ink-muted">
          It ends on its own once no better plan is likely. You can leave this page and come back.
        </p>
      </div>
    </div>
  )
}
