import type { MapPosition } from './map-types.ts'

type SketchPoint = { left: number; top: number }

/** How much of the sketch the places fill, in percent. */
const filled = 56

/** Adds where each place lies on a sketch, in percent of its sides: to scale, and all well inside. */
export function sketchPoints<Place extends { position: MapPosition }>(
  places: readonly Place[],
): (Place & SketchPoint)[] {
  const lats = places.map(({ position }) => position.lat)
  const lngs = places.map(({ position }) => position.lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  // A single place, or several at one spot, lie in the middle.
  const span = Math.max(north - south, east - west) || 1
  return places.map((place) => ({
    ...place,
    left: 50 + ((place.position.lng - (west + east) / 2) / span) * filled,
    top: 46 - ((place.position.lat - (south + north) / 2) / span) * filled,
  }))
}
