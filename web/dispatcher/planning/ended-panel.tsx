import { CircleSlash, Route } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { sameAgain } from './same-again.ts'
import { StartProblem } from './start-problem.tsx'
import { useLongestSeconds } from './use-longest-seconds.ts'
import { useOptimize } from './use-optimize.ts'

type EndedPanelProps = {
  plan: PlanSummary
  onStarted: (plan: PlanSummary) => void
  onNew: () => void
}

/** A plan without routes to show: why, and what to do next. */
export function EndedPanel({ plan, onStarted, onNew }: EndedPanelProps) {
  const mayPlan = useMay('change_planning')
  const optimize = useOptimize(onStarted)
  const longestSeconds = useLongestSeconds()
  const again = () => optimize.mutate(sameAgain(plan, longestSeconds))
  const actions = mayPlan && (
    <>
      <Button
        variant="primary"
        icon={<Route aria-hidden="true" className="size-4" />}
        isPending={optimize.isPending}
        pendingLabel="Starting"
        onPress={again}
      >
        Optimize again
      </Button>
      <Button onPress={onNew}>Change drivers or time</Button>
    </>
  )
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4">
      {plan.state === 'failed' ? (
        <>
          <ErrorPanel title="This plan failed" message={plan.failure ?? 'The calculation stopped without a result.'} />
          <div className="flex flex-wrap gap-2">{actions}</div>
        </>
      ) : (
        <Card>
          <EmptyState
            icon={<CircleSlash />}
            title={plan.state === 'cancelled' ? 'The calculation was canceled' : 'This plan was discarded'}
            actions={actions}
          >
            Its routes were not kept, and its deliveries have not changed.
          </EmptyState>
        </Card>
      )}
      {optimize.error && (
        <StartProblem error={optimize.error} isRetrying={optimize.isPending} onRetry={again} onChooseDrivers={onNew} />
      )}
    </div>
  )
}
