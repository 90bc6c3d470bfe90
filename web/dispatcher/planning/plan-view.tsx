import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OptimizeBar } from './optimize/optimize-bar.tsx'
import { RevisionPanel } from './optimize/revision-panel.tsx'
import { RevisionProvider } from './optimize/revision-provider.tsx'
import { LateOrdersBanner } from './changes/late-orders-banner.tsx'
import { PlanEditing } from './changes/plan-editing.tsx'
import { EndedPanel } from './ended-panel.tsx'
import { PlanHeader } from './steps/plan-header.tsx'
import { announcement, hasRoutes, isRunning } from './plan-words.ts'
import { planQuery } from './plan-queries.ts'
import { useOtherPlans } from './plans-of-day.ts'
import { Result } from './result/result.tsx'
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
    if (summary.isPending) return <ResultSkeleton />
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
            <div className="grid gap-4">
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
  const plan = useQuery(planQuery(summary))
  const others = useOtherPlans(summary)
  if (plan.data)
    return (
      <>
        <OptimizeBar plan={plan.data} routeIds={[]} />
        <Result key={summary.id} plan={plan.data} others={others} zone={zone} onChooseDrivers={onChooseDrivers} />
        <RevisionPanel plan={plan.data} />
      </>
    )
  if (plan.isPending) return <ResultSkeleton />
  return (
    <LoadError
      title="The routes could not be loaded"
      error={plan.error}
      onRetry={() => void plan.refetch()}
      isRetrying={plan.isFetching}
    />
  )
}

function ResultSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the plan"
      className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)]"
    >
      <Skeleton className="h-96 w-full rounded-xl" />
      <div className="grid content-start gap-3">
        {[0, 1, 2, 3].map((position) => (
          <Skeleton key={position} className="h-24 w-full rounded-xl" />
        ))}
      </div>
    </div>
  )
}
