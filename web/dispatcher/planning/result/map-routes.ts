import type { Route, Unassigned } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import type { MapPosition, MapRoute, MapStop } from '#web/map/map-types.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { formatTime } from '#web/lib/format.ts'
import { alongRoads, noRoads, type Roads } from './roads.ts'

/**
 * One line per route, from its start through its stops to its end, along the roads that are known. With `lit`, the other
 * routes are muted.
 */
export function mapRoutes(routes: readonly Route[], lit: string | null, roads: Roads = noRoads): MapRoute[] {
  return routes.map((route, position) => ({
    id: route.id,
    color: routeColor(position),
    path: alongRoads(
      route.stops.flatMap((stop) => stop.location ?? []),
      roads,
    ),
    muted: lit !== null && lit !== route.id,
  }))
}

/** One numbered mark per pickup and delivery, in the color of its route. */
export function mapStops(routes: readonly Route[], lit: string | null, zone: string): MapStop[] {
  return routes.flatMap((route, position) =>
    route.stops.flatMap((stop) =>
      isVisit(stop) && stop.location
        ? {
            id: stop.id,
            position: stop.location,
            label: String(stop.sequence),
            color: routeColor(position),
            title: `${route.driver_name}, ${stop.kind === 'pickup' ? 'pickup' : 'stop'} ${stop.sequence}: ${stop.name || stop.address}, ${formatTime(stop.arrival_at, zone)}${stop.locked ? ', locked' : ''}`,
            locked: stop.locked,
            muted: lit !== null && lit !== route.id,
          }
        : [],
    ),
  )
}

const unassignedColor = '#5c6663'

/**
 * A mark without a number for each unassigned delivery whose position is known. They are muted if a route is lit, or if
 * others of them are.
 */
export function mapUnassigned(
  unassigned: readonly Unassigned[],
  litRoute: string | null,
  lit: ReadonlySet<string> | null = null,
): MapStop[] {
  return unassigned.flatMap((each) =>
    each.location
      ? {
          id: each.delivery_id,
          position: each.location,
          label: '?',
          color: unassignedColor,
          title: `Unassigned: ${each.recipient_name ?? each.delivery_address}`,
          muted: lit ? !lit.has(each.delivery_id) : litRoute !== null,
        }
      : [],
  )
}

/** Each place where a route starts, ends or loads again, once. */
export function mapDepots(routes: readonly Route[]): { name: string; position: MapPosition }[] {
  const places = new Map<string, { name: string; position: MapPosition }>()
  for (const stop of routes.flatMap((route) => route.stops)) {
    if (isVisit(stop) || !stop.location) continue
    const key = `${stop.location.lat} ${stop.location.lng}`
    if (!places.has(key)) places.set(key, { name: stop.name, position: stop.location })
  }
  return [...places.values()]
}

/** The route that a stop is on. */
export function routeOfStop(routes: readonly Route[], stopId: string): Route | undefined {
  return routes.find((route) => route.stops.some((stop) => stop.id === stopId))
}
