import type { Plan, Route } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { countOf } from '#web/lib/format.ts'
import { DriverPanel } from '../result/driver-panel.tsx'
import { Totals } from '../result/totals.tsx'
import { useSelection } from './selection.ts'

type DetailPanelProps = { plan: Plan; routes: readonly Route[]; zone: string }

/** What is selected: a stop, several, a route, an unassigned delivery, or nothing, which is the plan. */
export function DetailPanel({ plan, routes }: DetailPanelProps) {
  const { stopIds, routeId } = useSelection()
  const stops = routes.flatMap((route) => route.stops).filter((stop) => stopIds.has(stop.id) && isVisit(stop))
  const waiting = plan.unassigned.filter(({ delivery_id }) => stopIds.has(delivery_id))
  const route = routes.find(({ id }) => id === routeId)
  const count = stops.length + waiting.length
  const title =
    count > 1 ? `${count} selected` : (stops[0]?.name ?? waiting[0]?.recipient_name ?? route?.driver_name ?? 'The plan')
  return (
    <section aria-label="Details" className="grid content-start gap-3">
      <h2 className="font-semibold tracking-tight">{title}</h2>
      {count === 0 && !route && (
        <>
          {plan.totals && <Totals totals={plan.totals} />}
          <DriverPanel plan={plan} />
        </>
      )}
      {count > 0 && <p className="text-ink-muted">{countOf(count, 'delivery', 'deliveries')}</p>}
    </section>
  )
}
