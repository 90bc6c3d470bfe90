import type { Area } from '#domain/schema/territory.ts'
import type { Corner } from '#domain/territory.ts'
import type { MapPosition } from '#web/map/map-types.ts'

/** The corners of an area, each once. Longitudes go on past 180 degrees where it crosses the antimeridian. */
export function toCorners(area: Area): MapPosition[] {
  const corners: MapPosition[] = []
  for (const [lng, lat] of area.coordinates[0]!.slice(0, -1)) corners.push({ lat, lng: near(lng, corners.at(-1)) })
  return corners
}

/** The longitude, or the same one a turn away, that is nearest to a corner's. */
export const near = (lng: number, to: MapPosition | undefined) =>
  to ? lng + 360 * Math.round((to.lng - lng) / 360) : lng

/** An area with these corners, closed, with longitudes of the globe. */
export function toArea(corners: readonly MapPosition[]) {
  const ring = corners.map(({ lat, lng }): Corner => [wrapped(lng), lat])
  return { type: 'Polygon' as const, coordinates: [ring.length ? [...ring, ring[0]!] : []] }
}

const wrapped = (lng: number) => {
  const turned = lng - 360 * Math.floor((lng + 180) / 360)
  return Math.round(turned * 1e6) / 1e6
}

/** Makes new corners of those that there are. */
export type Change = (next: (corners: readonly MapPosition[]) => MapPosition[]) => void

/** The outline that is being drawn: the form holds it, the map shows and changes it. */
export type Drawing = { corners: readonly MapPosition[]; color: string; change: Change }
