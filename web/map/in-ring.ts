import { isInside } from '#domain/territory.ts'
import type { MapPosition, MapStop } from './map-types.ts'

/** The stops within a line that was drawn around them; its ends are joined. */
export function inRing(stops: readonly Pick<MapStop, 'id' | 'position'>[], ring: readonly MapPosition[]): string[] {
  const corners = ring.map(({ lat, lng }): [number, number] => [lng, lat])
  if (corners.length < 3) return []
  const area = { type: 'Polygon' as const, coordinates: [[...corners, corners[0]!]] }
  return stops.filter(({ position }) => isInside(area, position)).map(({ id }) => id)
}

/** The corners of a box between two of them. */
export const boxRing = (one: MapPosition, other: MapPosition): MapPosition[] => [
  one,
  { lat: one.lat, lng: other.lng },
  other,
  { lat: other.lat, lng: one.lng },
]
