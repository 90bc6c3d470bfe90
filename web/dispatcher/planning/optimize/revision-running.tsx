import type { Plan, PlanSummary } from '#domain/schema/plan.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { Switch } from '#web/ui/switch.tsx'
import { Figure, Figures } from '../figures.tsx'
import { costName, costWords } from '../running/cost-words.ts'
import { Elapsed, EndButtons } from '../running/running-parts.tsx'
import { usePlanStep } from '../steps/use-plan-step.ts'
import { BestRoutes } from './best-routes.tsx'
import { useShownRevision } from './revision-context.ts'

/** An optimization in progress: how far it is, its best routes so far, and two ways to end it. */
export function RevisionRunning({ plan, revision }: { plan: Plan; revision: PlanSummary }) {
  const { currency } = useMe().workspace
  const mayEnd = useMay('change_planning')
  const step = usePlanStep(revision)
  const { best, isOnMap, showOnMap } = useShownRevision()
  const { progress } = revision
  return (
    <>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto px-4 py-2">
        <Elapsed plan={revision} />
        <Figures>
          <Figure label="Routes so far" value={progress ? formatNumber(progress.routes, 0) : '–'} />
          <Figure label="Unassigned" value={progress ? formatNumber(progress.unassigned, 0) : '–'} />
          <Figure label={costName(progress)} value={progress ? costWords(progress.cost, progress, currency) : '–'} />
        </Figures>
        <Switch isSelected={isOnMap} onChange={showOnMap}>
          Show the best so far on the map
        </Switch>
        {best && (
          <BestRoutes
            best={best}
            colorOf={(driver) => {
              const at = plan.routes.findIndex(({ driver_id }) => driver_id === driver)
              return at < 0 ? undefined : routeColor(at)
            }}
          />
        )}
        {step.error && (
          <LoadError
            title="The calculation is still running"
            error={step.error}
            onRetry={() => step.mutate(step.variables)}
            isRetrying={step.isPending}
          />
        )}
      </div>
      {mayEnd && (
        <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
          <EndButtons plan={revision} step={step} finishLabel="Stop and look" />
        </footer>
      )}
    </>
  )
}
