import type { Route, Stop, Unassigned } from '#domain/schema/plan.ts'
import type { MapPosition, MapRoute, MapStop } from '#web/map/map-types.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { formatTime } from '#web/lib/format.ts'

/** One line per route, from its start through its stops to its end. With `lit`, the other routes are muted. */
export function mapRoutes(routes: readonly Route[], lit: string | null): MapRoute[] {
  return routes.map((route, position) => ({
    id: route.id,
    color: routeColor(position),
    path: route.stops.map((stop) => stop.location),
    muted: lit !== null && lit !== route.id,
  }))
}

/** One numbered mark per delivery, in the color of its route. */
export function mapStops(routes: readonly Route[], lit: string | null, zone: string): MapStop[] {
  return routes.flatMap((route, position) =>
    route.stops.filter(isDelivery).map((stop) => ({
      id: stop.id,
      position: stop.location,
      label: String(stop.sequence),
      color: routeColor(position),
      title: `${route.driver_name}, stop ${stop.sequence}: ${stop.name}, ${formatTime(stop.arrival_at, zone)}`,
      muted: lit !== null && lit !== route.id,
    })),
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

/** Each place where a route starts or ends, once. */
export function mapDepots(routes: readonly Route[]): { name: string; position: MapPosition }[] {
  const places = new Map<string, { name: string; position: MapPosition }>()
  for (const stop of routes.flatMap((route) => route.stops)) {
    if (isDelivery(stop)) continue
    const key = `${stop.location.lat} ${stop.location.lng}`
    if (!places.has(key)) places.set(key, { name: stop.name, position: stop.location })
  }
  return [...places.values()]
}

/** The route that a stop is on. */
export function routeOfStop(routes: readonly Route[], stopId: string): Route | undefined {
  return routes.find((route) => route.stops.some((stop) => stop.id === stopId))
}

/** Whether a stop is a delivery, and not the start or end of the route. */
export function isDelivery(stop: Pick<Stop, 'kind'>): boolean {
  return stop.kind === 'delivery'
}
