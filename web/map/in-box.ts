import type { MapPosition, MapStop } from './map-types.ts'

/** The stops within a box between two corners. */
export function inBox(
  stops: readonly Pick<MapStop, 'id' | 'position'>[],
  southWest: MapPosition,
  northEast: MapPosition,
): string[] {
  const isWithin = ({ lat, lng }: MapPosition) =>
    lat >= southWest.lat && lat <= northEast.lat && lng >= southWest.lng && lng <= northEast.lng
  return stops.filter(({ position }) => isWithin(position)).map(({ id }) => id)
}
