import { arcsine, sine } from './portable-math.ts'

export const EARTH_RADIUS_METERS = 6_371_000
export const DEFAULT_SPEED_KMH = 40
const RADIANS = 3.141592653589793 / 180

/** A place as a point on the unit sphere: distances then need one square root each. */
export function onSphere([longitude, latitude]: readonly [number, number]): [number, number, number] {
  const cosLatitude = sine((90 - Math.abs(latitude)) * RADIANS)
  const cosLongitude = sine((90 - Math.abs(longitude)) * RADIANS)
  return [cosLatitude * cosLongitude, cosLatitude * sine(longitude * RADIANS), sine(latitude * RADIANS)]
}

/** Great-circle distance in meters, not rounded. */
export function sphereMeters(a: readonly number[], b: readonly number[]): number {
  const x = a[0] - b[0]
  const y = a[1] - b[1]
  const z = a[2] - b[2]
  return 2 * EARTH_RADIUS_METERS * arcsine(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2))
}

/** Whole seconds for a distance at a speed. */
export function travelSeconds(meters: number, speedKmh: number): number {
  return Math.round((meters * 3.6) / speedKmh)
}
