import { useContext, useMemo } from 'react'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { DepotMarker } from '#web/map/depot-marker.tsx'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import type { MapRoute, MapStop } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { RouteLayer } from '#web/map/route-layer.tsx'
import { StopLayer } from '#web/map/stop-layer.tsx'
import { useHovered } from '../board/hover.ts'
import { usePeople, type Colleague } from '../board/people.tsx'
import { modeOf, useSelection } from '../board/selection.ts'
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
  plan: Pick<Plan, 'id' | 'version' | 'travel' | 'routes' | 'unassigned' | 'unassigned_groups'>
  /** Their routes are drawn too, in colors of their own. */
  others: readonly NumberedPlan[]
  /** Those of all plans. Their order gives the colors. */
  routes: readonly Route[]
  zone: string
  className?: string
}

const noRoute = 'none'

/** The plan on the map: one line per route, one number per stop. A change that is tried is drawn beside the old routes. */
export function PlanMap(props: PlanMapProps) {
  const { plan, others, routes, zone } = props
  const { unassigned } = plan
  const { proposal, tried } = useEditor()
  const { stopIds, routeId: openRouteId, litGroupKey, hover, showStop, select, openRoute } = useSelection()
  const { selectors } = usePeople()
  const hoveredRouteId = useHovered(hover, ({ routeId, stopId }) => (stopId === null ? routeId : null))
  const hoveredStopId = useHovered(hover, ({ stopId }) => stopId)
  const litLeftOut = useLitLeftOut(plan, litGroupKey)
  const { best, result: proposed } = useContext(RevisionContext) ?? {}
  const result = proposal ? tried.data : proposed
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
  const ringed = useMemo(
    () => (selectors.size === 0 ? stops : stops.map((stop) => withRing(stop, selectors.get(stop.id)))),
    [stops, selectors],
  )
  const depots = useMemo(() => mapDepots(routes), [routes])
  const inSight = positionsInSight({ openRouteId, litLeftOut }, lines, stops)
  return (
    <MapView label="Map of the routes" className={props.className}>
      {/* First, so that what the layers draw is placed once. */}
      <FitBounds
        positions={inSight}
        when={[plan.id, ...others.map((other) => other.plan.id), openRouteId, ...(litLeftOut ?? [])].join(' ')}
      />
      <RouteLayer routes={lines} onSelect={openRoute} />
      <StopLayer
        stops={ringed}
        selectedId={hoveredStopId ?? undefined}
        alsoSelected={stopIds}
        onSelect={(id, keys) => (modeOf(keys) === 'replace' ? showStop(id) : select([id], modeOf(keys)))}
      />
      <MapSelection stops={stops} />
      {depots.map((depot) => (
        <DepotMarker key={`${depot.position.lat} ${depot.position.lng}`} position={depot.position} title={depot.name} />
      ))}
    </MapView>
  )
}

/** A stop that somebody else has selected, with their name. */
const withRing = (stop: MapStop, by: Colleague | undefined): MapStop =>
  by ? { ...stop, ring: by.color, title: `${stop.title}, selected by ${by.name}` } : stop

/** The deliveries of the group that is shown on the map. */
function useLitLeftOut(plan: Pick<Plan, 'unassigned_groups'>, key: string | null): ReadonlySet<string> | null {
  return useMemo(() => {
    const group = plan.unassigned_groups.find(({ delivery_ids }) => delivery_ids[0] === key)
    return group ? new Set(group.delivery_ids) : null
  }, [plan, key])
}

/** What the map shows: the left-out deliveries to look at, the open route, or everything. */
type InSight = { openRouteId: string | null; litLeftOut: ReadonlySet<string> | null }

function positionsInSight({ openRouteId, litLeftOut }: InSight, lines: MapRoute[], stops: MapStop[]) {
  if (litLeftOut) return stops.filter(({ id }) => litLeftOut.has(id)).map(({ position }) => position)
  if (openRouteId !== null) return lines.find(({ id }) => id === openRouteId)?.path ?? []
  return [...lines.flatMap((line) => line.path), ...stops.map((stop) => stop.position)]
}
