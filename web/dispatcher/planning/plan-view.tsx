import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useMemo } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { RevisionProvider } from './optimize/revision-provider.tsx'
import { LateOrdersBanner } from './changes/late-orders-banner.tsx'
import { useEditor } from './changes/editor-context.ts'
import { PlanEditing } from './changes/plan-editing.tsx'
import { EndedPanel } from './ended-panel.tsx'
import { PlanHeader } from './steps/plan-header.tsx'
import { announcement, hasRoutes, isRunning } from './plan-words.ts'
import { planQuery } from './plan-queries.ts'
import { useOtherPlans } from './plans-of-day.ts'
import { Board } from './board/board.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { PeopleProvider } from './board/people.tsx'
import { SelectionProvider } from './board/selection-provider.tsx'
import { RunningPanel } from './running/running-panel.tsx'

type PlanViewProps = {
  summary: UseQueryResult<PlanSummary>
  zone: string
  onStarted: (plan: PlanSummary) => void
  onNew: () => void
}

/** One plan, in any state. */
export function PlanView({ summary, zone, onStarted, onNew }: PlanViewProps) {
  const plan = summary.data
  if (!plan) {
    if (summary.isPending) return <BoardSkeleton />
    return (
      <LoadError
        title="The plan could not be loaded"
        error={summary.error}
        onRetry={() => void summary.refetch()}
        isRetrying={summary.isFetching}
      />
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(plan)}
      </p>
      {isRunning(plan.state) && <RunningPanel plan={plan} isCutOff={summary.error !== null} />}
      {hasRoutes(plan.state) && (
        <PlanEditing summary={plan}>
          <RevisionProvider base={plan}>
            <div className="flex min-h-0 flex-1 flex-col gap-3">
              {summary.error && (
                <Banner tone="warning" icon={<WifiOff />}>
                  The server cannot be reached. This is the last known state of the plan.
                </Banner>
              )}
              <LateOrdersBanner plan={plan} />
              <PlanHeader plan={plan} zone={zone} onStarted={onStarted} onNew={onNew} />
              <WholePlan summary={plan} zone={zone} onChooseDrivers={onNew} />
            </div>
          </RevisionProvider>
        </PlanEditing>
      )}
      {!isRunning(plan.state) && !hasRoutes(plan.state) && (
        <EndedPanel plan={plan} onStarted={onStarted} onNew={onNew} />
      )}
    </>
  )
}

type WholePlanProps = { summary: PlanSummary; zone: string; onChooseDrivers: () => void }

function WholePlan({ summary, zone, onChooseDrivers }: WholePlanProps) {
  const read = useQuery(planQuery(summary))
  const { plan: shown } = useEditor()
  const plan = { ...read, data: read.data && (shown ?? read.data) }
  const others = useOtherPlans(summary)
  const routes = useMemo(
    () => [...(plan.data ? [plan.data] : []), ...others.map((other) => other.plan)].flatMap((each) => each.routes),
    [plan.data, others],
  )
  if (plan.data)
    return (
      <SelectionProvider key={summary.id} routes={routes}>
        <PeopleProvider planId={plan.data.id}>
          <Board plan={plan.data} others={others} routes={routes} zone={zone} onChooseDrivers={onChooseDrivers} />
        </PeopleProvider>
      </SelectionProvider>
    )
  if (plan.isPending) return <BoardSkeleton />
  return (
    <LoadError
      title="The routes could not be loaded"
      error={plan.error}
      onRetry={() => void plan.refetch()}
      isRetrying={plan.isFetching}
    />
  )
}
