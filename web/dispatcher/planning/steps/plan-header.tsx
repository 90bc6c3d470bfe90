import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { formatTime } from '#web/lib/format.ts'
import { conflictOf } from '#web/lib/change-record.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PrintSheets } from '../../print/print-sheets.tsx'
import { madeWords } from '../../planning-settings/waves/wave-words.ts'
import { HandoverLine } from '../handover/handover-line.tsx'
import { UnreachableNotice } from '../../notifications/unreachable-notice.tsx'
import { DoubtBanner } from './doubt-banner.tsx'
import { doubtSentence } from './doubt-words.ts'
import { BlockedBanner } from './blocked-banner.tsx'
import { LateBanner } from './late-banner.tsx'
import { lateSentence } from './lateness-words.ts'
import { PlanActions } from './plan-actions.tsx'
import { planQuery } from '../plan-queries.ts'
import { sameAgain } from '../same-again.ts'
import { StartProblem } from '../start-problem.tsx'
import { StepProblem } from './step-problem.tsx'
import { useLongestSeconds } from '../use-longest-seconds.ts'
import { useOptimize } from '../use-optimize.ts'
import { TravelNote } from './travel-note.tsx'
import { travelWords } from './travel-words.ts'
import { useLateness } from './use-lateness.ts'
import { usePlanStep } from './use-plan-step.ts'

type PlanHeaderProps = {
  plan: PlanSummary
  zone: string
  onStarted: (plan: PlanSummary) => void
  /** Opens the set-up of another plan. */
  onNew: () => void
}

/** The state of a plan, what can be done with it, and why a step failed. */
export function PlanHeader({ plan, zone, onStarted, onNew }: PlanHeaderProps) {
  const mayChange = useMay('change_planning')
  const stateLine = useRef<HTMLDivElement>(null)
  const optimize = useOptimize(onStarted)
  const longestSeconds = useLongestSeconds()
  const again = () => optimize.mutate(sameAgain(plan, longestSeconds))
  const { now, late, isDayOver } = useLateness(plan, zone)
  const { data: whole } = useQuery(planQuery(plan))
  const doubtful = plan.state === 'draft' && whole?.doubtful_stops.length ? whole : null
  const step = usePlanStep(plan, (_, taken) => {
    if (taken === 'discard') {
      toast({ title: 'Draft discarded' })
      onNew()
    } else {
      // The pressed button disappeared with its state, and the focus with it.
      stateLine.current?.focus()
    }
  })
  // The server may have gone after it had dispatched the plan, and before it said so.
  const isDispatchedNow =
    step.variables?.startsWith('dispatch') && plan.state === 'dispatched' && !conflictOf(step.error)
  // The deliveries of an approved plan are planned already, and pending again once it is taken back.
  const againFromNow = () => (plan.state === 'approved' ? step.mutate('takeBack', { onSuccess: again }) : again())
  // Of a day that is over, it is enough to know what times came from.
  const shownTravel = isDayOver && plan.travel ? { ...plan.travel, note: null } : plan.travel
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div
          ref={stateLine}
          tabIndex={-1}
          className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md"
        >
          <StateBadge state={plan.state} />
          {plan.state === 'dispatched' && <HandoverLine planId={plan.id} zone={zone} />}
          <span className="text-[0.8125rem] text-ink-muted">
            {stateSentence(plan)}
            {madeWords(plan, zone) ?? `Made at ${formatTime(plan.created_at, zone)}.`}
            {shownTravel && ` ${travelWords(shownTravel) ?? ''}`}
          </span>
        </div>
        <NotOffered action="change_planning" doing="approve, dispatch and change plans" />
        {mayChange && (
          <PlanActions
            plan={plan}
            pending={step.isPending ? step.variables : null}
            isStarting={optimize.isPending}
            lateText={late && lateSentence(late, now, zone)}
            doubtText={doubtful && doubtSentence(doubtful)}
            isDayOver={isDayOver}
            onStep={step.mutate}
            onAgain={again}
          />
        )}
        {plan.totals !== null && plan.totals.routes > 0 && <PrintSheets planId={plan.id} />}
      </div>
      <TravelNote travel={shownTravel} />
      {doubtful && !isDayOver && <DoubtBanner plan={doubtful} />}
      {!isDayOver && (plan.state === 'draft' || plan.state === 'approved') && <UnreachableNotice planId={plan.id} />}
      {!isDayOver && plan.state !== 'dispatched' && whole && whole.blocked_routes.length > 0 && (
        <BlockedBanner routes={whole.blocked_routes} />
      )}
      {late && (
        <LateBanner
          plan={plan}
          late={late}
          isDayOver={isDayOver}
          now={now}
          zone={zone}
          isStarting={optimize.isPending || step.isPending}
          onAgain={mayChange ? againFromNow : undefined}
        />
      )}
      {step.error && !isDispatchedNow && (
        <StepProblem
          error={step.error}
          step={step.variables}
          isRetrying={step.isPending}
          isStarting={optimize.isPending}
          onRetry={() => step.mutate(step.variables)}
          onAgain={again}
          onDespite={() => step.mutate('dispatchDespite')}
          onDismiss={step.reset}
        />
      )}
      {optimize.error && (
        <StartProblem error={optimize.error} isRetrying={optimize.isPending} onRetry={again} onChooseDrivers={onNew} />
      )}
    </div>
  )
}

/** What comes next, before when and how the plan was made. Empty on the road, where it matters more who has the route. */
function stateSentence(plan: PlanSummary): string {
  if (plan.totals?.routes === 0) return 'No delivery could be planned. The reasons are below. '
  if (plan.state === 'draft') return 'Nothing is final until you approve it. '
  if (plan.state === 'approved') return 'Drivers get their routes when you dispatch it. '
  return ''
}
