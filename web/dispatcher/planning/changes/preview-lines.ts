import type { PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { Route } from '#domain/schema/plan.ts'
import type { MapPosition, MapRoute, MapStop } from '#web/map/map-types.ts'

type Tried = Pick<PlanChangeResult, 'routes' | 'removed_route_ids'>

const oldColor = '#5c6663'

/** The lines of a plan that a change is tried on: its routes as they would be, what they leave dashed, and the others pale. */
export function previewLines(before: readonly Route[], after: readonly MapRoute[], tried: Tried): MapRoute[] {
  const changed = new Set([...tried.routes.map(({ id }) => id), ...tried.removed_route_ids])
  const driven = new Set(tried.routes.flatMap((route) => waysOf(pathOf(route)).map(keyOf)))
  const left = before
    .filter(({ id }) => changed.has(id))
    .flatMap((route) =>
      waysOf(pathOf(route))
        .filter((way) => !driven.has(keyOf(way)))
        .map((path) => ({ id: route.id, color: oldColor, path, dashed: true })),
    )
  return [...after.map((line) => ({ ...line, muted: !changed.has(line.id) })), ...left]
}

type Way = [MapPosition, MapPosition]

const pathOf = (route: Route) => route.stops.flatMap((stop) => stop.location ?? [])
const waysOf = (path: readonly MapPosition[]): Way[] => path.slice(1).map((to, at) => [path[at]!, to])
/** The same in both directions, which look alike. */
const keyOf = (way: Way) =>
  way
    .map(({ lat, lng }) => `${lat} ${lng}`)
    .toSorted()
    .join(' ')

/** Pale are the stops of routes that stay as they are. */
export function previewStops(stops: readonly MapStop[], tried: Tried): MapStop[] {
  const changed = new Set(tried.routes.flatMap((route) => route.stops.map(({ id }) => id)))
  return stops.map((stop) => ({ ...stop, muted: !changed.has(stop.id) }))
}
