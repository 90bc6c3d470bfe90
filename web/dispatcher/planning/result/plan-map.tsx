import { useContext, useMemo } from 'react'
import type { Plan } from '#domain/schema/plan.ts'
import { DepotMarker } from '#web/map/depot-marker.tsx'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import type { MapRoute, MapStop } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { RouteLayer } from '#web/map/route-layer.tsx'
import { StopLayer } from '#web/map/stop-layer.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { MapSelection } from '../changes/map-selection.tsx'
import { previewLines, previewStops } from '../changes/preview-lines.ts'
import { withRoutes } from '../changes/with-result.ts'
import { withBest } from '../optimize/best-lines.ts'
import { RevisionContext } from '../optimize/revision-context.ts'
import type { NumberedPlan } from '../plans-of-day.ts'
import { mapDepots, mapRoutes, mapStops, mapUnassigned } from './map-routes.ts'
import { useRoads } from './use-roads.ts'

type PlanMapProps = {
  plan: Pick<Plan, 'id' | 'version' | 'travel' | 'routes' | 'unassigned'>
  /** Their routes are drawn too, in colors of their own. */
  others: readonly NumberedPlan[]
  zone: string
  /** The open route. The others are muted. */
  openRouteId: string | null
  /** Left-out deliveries to look at. Everything else is muted. */
  litLeftOut: ReadonlySet<string> | null
  hoveredRouteId: string | null
  hoveredStopId: string | null
  onSelectRoute: (id: string) => void
  /** @param isAdding whether it is selected beside others */
  onSelectStop: (id: string, isAdding: boolean) => void
  className?: string
}

const noRoute = 'none'

/** The plan on the map: one line per route, one number per stop. A change that is tried is drawn beside the old routes. */
export function PlanMap(props: PlanMapProps) {
  const { plan, others, zone, openRouteId, hoveredRouteId, litLeftOut } = props
  const { unassigned } = plan
  const { selected, proposal, tried } = useEditor()
  const { best, result: proposed } = useContext(RevisionContext) ?? {}
  const result = proposal ? tried.data : proposed
  const routes = useMemo(() => [...plan.routes, ...others.flatMap((other) => other.plan.routes)], [plan, others])
  // Layers redraw when their list changes, so each list stays the same until something in it changes.
  const litRoute = litLeftOut ? noRoute : openRouteId
  const shown = useMemo(() => (result ? withRoutes(routes, result, true) : routes), [routes, result])
  const plans = useMemo(() => [plan, ...others.map((other) => other.plan)], [plan, others])
  const roads = useRoads(plans)
  const lines = useMemo(() => {
    const plain = mapRoutes(shown, hoveredRouteId ?? litRoute, roads)
    if (best) return withBest(plain, best, routes)
    return result ? previewLines(routes, plain, result) : plain
  }, [shown, routes, result, best, hoveredRouteId, litRoute, roads])
  const stops = useMemo(() => {
    const plain = [...mapUnassigned(unassigned, openRouteId, litLeftOut), ...mapStops(shown, litRoute, zone)]
    return result || best ? previewStops(plain, result ?? { routes: [], removed_route_ids: [] }) : plain
  }, [shown, result, best, unassigned, openRouteId, litLeftOut, litRoute, zone])
  const depots = useMemo(() => mapDepots(routes), [routes])
  const inSight = positionsInSight(props, lines, stops)
  return (
    <MapView label="Map of the routes" className={props.className}>
      <RouteLayer routes={lines} onSelect={props.onSelectRoute} />
      <StopLayer
        stops={stops}
        selectedId={props.hoveredStopId ?? undefined}
        alsoSelected={selected}
        onSelect={props.onSelectStop}
      />
      <MapSelection stops={stops} />
      {depots.map((depot) => (
        <DepotMarker key={`${depot.position.lat} ${depot.position.lng}`} position={depot.position} title={depot.name} />
      ))}
      <FitBounds
        positions={inSight}
        when={[plan.id, ...others.map((other) => other.plan.id), openRouteId, ...(litLeftOut ?? [])].join(' ')}
      />
    </MapView>
  )
}

/** What the map shows: the left-out deliveries to look at, the open route, or everything. */
function positionsInSight({ openRouteId, litLeftOut }: PlanMapProps, lines: MapRoute[], stops: MapStop[]) {
  if (litLeftOut) return stops.filter(({ id }) => litLeftOut.has(id)).map(({ position }) => position)
  if (openRouteId !== null) return lines.find(({ id }) => id === openRouteId)?.path ?? []
  return [...lines.flatMap((line) => line.path), ...stops.map((stop) => stop.position)]
}
