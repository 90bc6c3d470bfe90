import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { openLand } from '#domain/coast/land.ts'
import { unwrap, type Ring } from '#domain/coast/unwrap.ts'
import type { Location } from '#domain/geo.ts'

/** Natural Earth's coasts at 1 : 10 million are off by a kilometer or two, and small islands and new harbors are missing. */
export const farthestFromLand = 3000

let land: ((place: Location) => number) | undefined

/** Whether a place is clearly at sea, by the coasts that Karta ships. Read when first needed; takes 8 MB. */
export function isAtSea(place: Location): boolean {
  land ??= openLand(readLand(), farthestFromLand)
  return land(place) === Infinity
}

function readLand(): Ring[][] {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-10m.json')
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ land: GeometryCollection }>
  return feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    const { type, coordinates } = geometry as GeoJSON.Polygon | GeoJSON.MultiPolygon
    return ((type === 'Polygon' ? [coordinates] : coordinates) as Ring[][]).map((rings) => rings.map(unwrap))
  })
}
