import type { BestPlan } from '#domain/schema/revision.ts'
import { decodePolyline } from '#domain/travel/polyline.ts'
import { routeColor } from '#web/map/icons/route-colors.ts'
import type { MapPosition, MapRoute } from '#web/map/map-types.ts'

/** The best routes so far as lines. A driver who has a route on the plan keeps its color. */
export function bestLines({ routes }: BestPlan, known: readonly { driver_id: string }[] = []): MapRoute[] {
  let next = known.length
  return routes.map(({ driver_id, line }) => {
    const own = known.findIndex((route) => route.driver_id === driver_id)
    return { id: driver_id, color: routeColor(own < 0 ? next++ : own), path: pathOf(line) }
  })
}

/** The best routes so far over the plan as it is, which is pale. */
export function withBest(
  lines: readonly MapRoute[],
  best: BestPlan,
  routes: readonly { driver_id: string }[],
): MapRoute[] {
  return [...lines.map((line) => ({ ...line, muted: true })), ...bestLines(best, routes)]
}

function pathOf(line: string): MapPosition[] {
  return decodePolyline(line).map(([lng, lat]) => ({ lat, lng }))
}
