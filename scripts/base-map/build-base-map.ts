import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { readPlaces } from './places.ts'
import { readShapes } from './shapes.ts'
import { writePmtiles, type Tile } from './write-pmtiles.ts'

/** Tiles of this zoom are drawn enlarged from here on. */
const maxZoom = 7
/** Units along a tile's side. At the last zoom, one is about 20 meters. */
const extent = 16_384
const slicing = {
  maxZoom,
  indexMaxZoom: maxZoom,
  indexMaxPoints: 0,
  extent,
  buffer: 256,
  // A third of a pixel: a tile is drawn 512 pixels wide.
  tolerance: 10,
}

type Named = { name: string; position: [number, number]; zoom: number; population?: number }

/** The world's coasts, borders and place names as vector tiles: the map that Karta ships. */
export function buildBaseMap(): Buffer {
  const { land, borders, countries } = readShapes()
  const shapes = {
    land: sliced(land.map((coordinates) => ({ type: 'Polygon', coordinates }))),
    borders: sliced(borders.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }))),
  }
  const names = { countries: byTile(countries), places: byTile(readPlaces()) }
  const tiles = allTiles().flatMap(([z, x, y]): Tile[] => {
    const layers: Record<string, GeoJSONVTTile> = {}
    for (const [name, index] of Object.entries(shapes)) {
      const tile = index.getTile(z, x, y)
      if (tile && tile.features.length > 0) layers[name] = tile
    }
    for (const [name, byKey] of Object.entries(names)) {
      const found = byKey.get(keyOf(z, x, y))
      if (found) layers[name] = found
    }
    if (Object.keys(layers).length === 0) return []
    return [{ z, x, y, data: fromGeojsonVt(layers, { version: 2, extent }) }]
  })
  return writePmtiles(tiles, { name: 'Karta base map', attribution: 'Natural Earth, GeoNames (CC BY 4.0)' })
}

function allTiles(): [z: number, x: number, y: number][] {
  return Array.from({ length: maxZoom + 1 }, (_, z) => z).flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, at): [number, number, number] => [z, at % 2 ** z, Math.floor(at / 2 ** z)]),
  )
}

const keyOf = (z: number, x: number, y: number) => `${z}/${x}/${y}`

/** One feature for each piece, so that what lies elsewhere is passed over quickly. */
const sliced = (pieces: GeoJSON.Geometry[]) =>
  new GeoJSONVT(
    { type: 'FeatureCollection', features: pieces.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) },
    slicing,
  )

/** Names in the tiles that show them. A tile of one zoom is shown at the next one, and the last at all closer ones. */
function byTile(named: readonly Named[]): Map<string, GeoJSONVTTile> {
  const tiles = new Map<string, GeoJSONVTTile>()
  for (const { name, position, zoom, population = 0 } of named) {
    const [longitude, latitude] = position
    const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180)
    const across = 0.5 + longitude / 360
    const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
    for (let z = Math.min(maxZoom, zoom - 1); z <= maxZoom; z += 1) {
      const [x, y] = [Math.floor(across * 2 ** z), Math.floor(down * 2 ** z)]
      const key = keyOf(z, x, y)
      const tile = tiles.get(key) ?? ({ features: [] } as unknown as GeoJSONVTTile)
      tiles.set(key, tile)
      const point = [across * 2 ** z - x, down * 2 ** z - y].map((part) => Math.round(part * extent))
      const tags = { name, zoom, ...(population > 0 && { population }) }
      tile.features.push({ type: 1, geometry: [point as [number, number]], tags } as never)
    }
  }
  return tiles
}
