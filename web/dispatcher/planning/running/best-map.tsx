import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import { MapView } from '#web/map/map-view.tsx'
import { RouteLayer } from '#web/map/route-layer.tsx'
import { bestLines } from '../optimize/best-lines.ts'
import { bestPlanQuery } from '../optimize/revision-queries.ts'

/** The best routes so far on a map, as soon as there are any. */
export function BestMap({ plan }: { plan: PlanSummary }) {
  const best = useQuery(bestPlanQuery(plan)).data
  const lines = useMemo(() => (best ? bestLines(best) : []), [best])
  const stops = best?.routes.reduce((total, { numbers }) => total + numbers.length, 0) ?? 0
  return (
    <section aria-label="Best routes so far" className="grid content-start gap-2">
      <MapView label="Map of the best routes so far" className="h-72 lg:h-[calc(100dvh-11rem)]">
        <RouteLayer routes={lines} />
        <FitBounds positions={lines.flatMap(({ path }) => path)} when={best ? plan.id : 'none'} />
      </MapView>
      <p role="status" data-best={best?.number ?? 0} className="text-[0.8125rem] text-ink-muted tabular-nums">
        {best
          ? `The best so far: ${countOf(stops, 'stop')} on ${countOf(best.routes.length, 'route')}.`
          : 'The first routes appear as soon as there are any.'}
      </p>
    </section>
  )
}
