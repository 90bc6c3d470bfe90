import { arcsine, sine } from './portable-math.ts'

export const earthRadiusMeters = 6_371_000
export const defaultSpeedKmh = 40
const radians = 3.141592653589793 / 180

/** A place as a point on the unit sphere, so that each distance takes one square root. */
export function onSphere([longitude, latitude]: readonly [number, number]): [number, number, number] {
  const cosLatitude = sine((90 - Math.abs(latitude)) * radians)
  const cosLongitude = sine((90 - Math.abs(longitude)) * radians)
  return [cosLatitude * cosLongitude, cosLatitude * sine(longitude * radians), sine(latitude * radians)]
}

/** Great-circle distance in meters, not rounded. */
export function sphereMeters(a: readonly number[], b: readonly number[]): number {
  const x = a[0] - b[0]
  const y = a[1] - b[1]
  const z = a[2] - b[2]
  return lineMeters(Math.sqrt(x * x + y * y + z * z))
}

/** The meters along the great circle between two points of the unit sphere that are this far apart in a straight line. */
export function lineMeters(line: number): number {
  return 2 * earthRadiusMeters * arcsine(Math.min(1, line / 2))
}

/** Whole seconds to cover a distance at a speed. */
export function travelSeconds(meters: number, speedKmh: number): number {
  return Math.round((meters * 3.6) / speedKmh)
}
