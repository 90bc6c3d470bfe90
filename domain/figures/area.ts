import type { Location } from '../geo.ts'
import { isInside, type Zone } from '../territory.ts'

/** Places outside of all territories belong to a square of this size, which is about 5 km. */
export const areaDegrees = 0.05

type Named = { id: string; name: string; area: Zone['area'] }

/** Where a delivery is, for figures: `key` is what figures are filtered by, `name` is what people read. */
export type FigureArea = { key: string; name: string }

/**
 * The area of a place: the first territory by name that it is in, else a square of the map, named by the place in its
 * middle. Null without a position.
 * @param territories in the order of their names
 */
export function areaOf(location: Location | null, territories: readonly Named[]): FigureArea | null {
  if (!location) return null
  const territory = territories.find(({ area }) => isInside(area, location))
  if (territory) return { key: `territory:${territory.id}`, name: territory.name }
  const [lat, lng] = [location.lat, location.lng].map((degrees) => Math.floor(degrees / areaDegrees)) as [
    number,
    number,
  ]
  return { key: `square:${lat},${lng}`, name: squareName(`square:${lat},${lng}`)! }
}

/** How a square is called: the place in its middle. Undefined if the key is not of a square. */
export function squareName(key: string): string | undefined {
  const [, lat, lng] = /^square:(-?\d+),(-?\d+)$/.exec(key) ?? []
  if (lat === undefined) return undefined
  return [lat, lng].map((index) => ((Number(index) + 0.5) * areaDegrees).toFixed(3)).join(', ')
}
