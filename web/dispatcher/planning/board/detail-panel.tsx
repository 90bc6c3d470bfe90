import type { Plan, Route } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { SelectionActions } from '../changes/selection-actions.tsx'
import { PlanDetails } from './details/plan-details.tsx'
import { RouteDetails } from './details/route-details.tsx'
import { SeveralDetails } from './details/several-details.tsx'
import { StopDetails } from './details/stop-details.tsx'
import { UnassignedDetails } from './details/unassigned-details.tsx'
import { useSelection } from './selection.ts'

type DetailPanelProps = {
  plan: Plan
  /** Those of all plans. Their order gives the colors. */
  routes: readonly Route[]
  zone: string
}

/** What is selected: a stop, several, a route, an unassigned delivery, or nothing, which is the plan. */
export function DetailPanel(props: DetailPanelProps) {
  return (
    <div className="grid content-start gap-3 rounded-xl border bg-surface p-4 shadow-card">
      <Selected {...props} />
    </div>
  )
}

function Selected({ plan, routes, zone }: DetailPanelProps) {
  const { stopIds, routeId } = useSelection()
  const places = stopIds.size === 0 ? [] : placesOf(routes, stopIds)
  const waiting = plan.unassigned.filter(({ delivery_id }) => stopIds.has(delivery_id))
  const [place] = places
  if (place && places.length + waiting.length === 1) {
    const { stop, route } = place
    return (
      <>
        <StopDetails stop={stop} route={route} color={routeColor(routes.indexOf(route))} zone={zone} />
        <SelectionActions />
      </>
    )
  }
  if (places.length + waiting.length > 0) {
    const stops = places.map(({ stop }) => stop)
    return (
      <>
        {waiting[0] && places.length + waiting.length === 1 ? (
          <UnassignedDetails delivery={waiting[0]} />
        ) : (
          <SeveralDetails stops={stops} waiting={waiting} routes={routes} />
        )}
        <SelectionActions />
      </>
    )
  }
  const route = routes.find(({ id }) => id === routeId)
  if (route) return <RouteDetails route={route} color={routeColor(routes.indexOf(route))} zone={zone} />
  return <PlanDetails plan={plan} />
}

const placesOf = (routes: readonly Route[], ids: ReadonlySet<string>) =>
  routes.flatMap((route) => route.stops.flatMap((stop) => (ids.has(stop.id) && isVisit(stop) ? [{ route, stop }] : [])))
