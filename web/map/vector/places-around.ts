import { PmtilesSource } from 'protomaps-leaflet'
import { toPosition, toWorld } from '../fit-view.ts'
import type { MapPosition } from '../map-types.ts'
import type { NamedPlace } from './nearby.ts'

/** Tiles of this zoom hold places of 80,000 people and more, and are about 600 km wide. */
const zoom = 6
/** How far around the position to look, as a part of a tile. */
const around = 0.15

/** The cities around a position, in the packaged map. */
export async function placesAround(archive: PmtilesSource['p'], at: MapPosition): Promise<NamedPlace[]> {
  const side = 256 / 2 ** zoom
  const { x, y } = toWorld(at)
  const columns = new Set([-around, around].map((part) => Math.floor(x / side + part)))
  const rows = new Set([-around, around].map((part) => Math.floor(y / side + part)))
  const tiles = [...columns].flatMap((column) => [...rows].map((row) => ({ z: zoom, x: column, y: row })))
  // Not cancelled when the map moves on, unlike what is drawn.
  const source = new PmtilesSource(archive, false)
  const found = tiles
    .filter((tile) => Math.min(tile.x, tile.y) >= 0 && Math.max(tile.x, tile.y) < 2 ** zoom)
    .map(async (tile) =>
      ((await source.get(tile, side)).get('places') ?? []).map(({ props, geom }) => ({
        name: String(props.name),
        population: Number(props.population ?? 0),
        position: toPosition({ x: tile.x * side + geom[0]![0]!.x, y: tile.y * side + geom[0]![0]!.y }),
      })),
    )
  return (await Promise.all(found)).flat()
}
