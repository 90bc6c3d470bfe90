import { toWorld } from './fit-view.ts'
import type { MapPosition } from './map-types.ts'

/** Marks closer than this many pixels hide each other. */
const tooClose = 20
/** From this share of hidden marks on, all become small. */
const crowdedShare = 0.3

/** Whether numbered marks at these places would hide each other at this zoom, so that dots show more. */
export function isCrowded(positions: readonly MapPosition[], zoom: number): boolean {
  // Marks of one address overlap at every zoom, so only distinct places count.
  const places = new Map(positions.map((position) => [`${position.lat} ${position.lng}`, toWorld(position)]))
  const scale = 2 ** zoom / tooClose
  const cells = Map.groupBy(places.values(), ({ x, y }) => `${Math.floor(x * scale)} ${Math.floor(y * scale)}`)
  const hidden = places.size - cells.size
  return hidden > places.size * crowdedShare
}
