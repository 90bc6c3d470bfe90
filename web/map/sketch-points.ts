import type { MapPosition } from './map-types.ts'

type SketchPoint = { left: number; top: number }

/** How much of the sketch the places fill, in percent. */
const filled = 56

/** Where places lie on a sketch, in percent of its sides: to scale, and all well inside. */
export function sketchPoints(positions: readonly MapPosition[]): SketchPoint[] {
  const lats = positions.map(({ lat }) => lat)
  const lngs = positions.map(({ lng }) => lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  // A single place, or several at one spot, lie in the middle.
  const span = Math.max(north - south, east - west) || 1
  return positions.map(({ lat, lng }) => ({
    left: 50 + ((lng - (west + east) / 2) / span) * filled,
    top: 46 - ((lat - (south + north) / 2) / span) * filled,
  }))
}
