import type { Coordinates } from '../json/vroom.ts'

const earthRadiusMeters = 6_371_000
export const defaultSpeedKmh = 40

/** Great-circle distance in meters by the haversine formula; the solver computes the same from chords. */
export function greatCircleMeters([fromLongitude, fromLatitude]: Coordinates, [toLongitude, toLatitude]: Coordinates) {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const northSouth = Math.sin(radians(toLatitude - fromLatitude) / 2)
  const eastWest = Math.sin(radians(toLongitude - fromLongitude) / 2)
  const haversine = northSouth ** 2 + Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * eastWest ** 2
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
