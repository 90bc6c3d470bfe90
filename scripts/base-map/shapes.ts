import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import { unwrap, type Ring } from '#domain/coast/unwrap.ts'
import type { GeometryCollection, Topology } from 'topojson-specification'

type World = Topology<{
  countries: GeometryCollection<{ name: string }>
  land: GeometryCollection
}>

/** A country's name, and where to write it. */
export type Country = { name: string; position: [number, number]; zoom: number }

/** Land, borders and country names of the world, as Natural Earth draws them at 1 : 10 million. */
export function readShapes() {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
  const world = JSON.parse(readFileSync(file, 'utf8')) as World
  const { countries, land } = world.objects
  return {
    land: feature(world, land).features.flatMap(({ geometry }) => flatPolygons(geometry)),
    borders: mesh(world, countries, (one, other) => one !== other),
    countries: feature(world, countries).features.map(({ properties, geometry }) =>
      countryOf(properties.name, geometry),
    ),
  }
}

/** The polygons of a shape, each a list of rings. */
function flatPolygons(geometry: GeoJSON.Geometry): Ring[][] {
  const { type, coordinates } = geometry as GeoJSON.Polygon | GeoJSON.MultiPolygon
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Ring[][]
  return polygons.map((rings) => rings.map(unwrap))
}

function countryOf(name: string, geometry: GeoJSON.Geometry): Country {
  const rings = flatPolygons(geometry).map(([outer]) => centroid(outer!))
  const largest = rings.reduce((one, other) => (other.area > one.area ? other : one))
  return { name, position: largest.position, zoom: zoomOf(largest.area) }
}

/** The zoom at which a country of this many square degrees is wide enough for its name. */
function zoomOf(area: number): number {
  if (area > 250) return 2
  if (area > 60) return 3
  if (area > 12) return 4
  return area > 2 ? 5 : 6
}

/** The center of mass of a polygon, by the shoelace formula. */
function centroid(ring: Ring): { area: number; position: [number, number] } {
  let [twice, x, y] = [0, 0, 0]
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length]!
    const cross = x1 * y2 - x2 * y1
    twice += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  return { area: Math.abs(twice / 2), position: [x / (3 * twice), y / (3 * twice)] }
}
