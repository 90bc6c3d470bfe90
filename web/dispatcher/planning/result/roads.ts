import type { Route } from '#domain/schema/plan.ts'
import type { PlanGeometry } from '#domain/schema/travel.ts'
import { decodePolyline } from '#domain/travel/polyline.ts'
import type { MapPosition } from '#web/map/map-types.ts'

/** The roads from one place to another, by both. */
export type Roads = ReadonlyMap<string, MapPosition[]>

export const noRoads: Roads = new Map()

const keyOf = (from: MapPosition, to: MapPosition) => `${from.lat} ${from.lng} ${to.lat} ${to.lng}`

/** The roads between the stops of some routes. They go on where the same drive is on a changed route. */
export function roadsOf(routes: readonly Route[], geometry: PlanGeometry): Roads {
  const roads = new Map<string, MapPosition[]>()
  const legsOf = new Map(geometry.routes.map(({ route_id, legs }) => [route_id, legs]))
  for (const { id, stops } of routes) {
    const places = stops.flatMap(({ location }) => location ?? [])
    const legs = legsOf.get(id) ?? []
    // A route that was changed meanwhile has other drives.
    if (legs.length !== places.length - 1) continue
    for (const [index, leg] of legs.entries()) {
      if (leg) roads.set(keyOf(places[index]!, places[index + 1]!), toPositions(leg))
    }
  }
  return roads
}

const toPositions = (leg: string) => decodePolyline(leg).map(([lng, lat]): MapPosition => ({ lat, lng }))

/** A line through some places, along the roads between them where they are known, and straight where they are not. */
export function alongRoads(places: readonly MapPosition[], roads: Roads): MapPosition[] {
  if (!roads.size) return [...places]
  return places.flatMap((place, index) => {
    const before = places[index - 1]
    return [...((before && roads.get(keyOf(before, place))) ?? []), place]
  })
}
