import { leafletLayer, PmtilesSource, type LabelRule, type PaintRule } from 'protomaps-leaflet'
import { L } from '../leaflet.client.ts'
import type { MapPosition } from '../map-types.ts'
import { watchTiles } from '../tile-watch.ts'

/** An opened file of vector tiles. */
export type VectorMap = {
  /** Whom to credit, as HTML. */
  credits: string
  /** Adds the tiles to a map in the colors that the theme has now. */
  draw: (map: L.Map, onLost: () => void) => L.Layer
  /** Says in words where a position is, for a map that shows little else. */
  describe?: (at: MapPosition) => Promise<string | undefined>
}

/** How a map is drawn: a ready flavor, or rules of our own. */
export type Look = { flavor: string } | { backgroundColor: string; paintRules: PaintRule[]; labelRules: LabelRule[] }

type Archive = PmtilesSource['p']

/** Reads what an archive of vector tiles says about itself. Rejects if it cannot be read. */
export async function openArchive(url: string): Promise<{ archive: Archive; maxZoom: number }> {
  const { p: archive } = new PmtilesSource(url, true)
  const read = archive.getZxy.bind(archive)
  // A request while offline would only log an error in the browser.
  archive.getZxy = async (...tile) => {
    if (!navigator.onLine) throw new Error('offline')
    return read(...tile)
  }
  return { archive, maxZoom: (await archive.getHeader()).maxZoom }
}

/** A layer of tiles from the archive. */
export function drawArchive(
  map: L.Map,
  { archive, maxZoom }: { archive: Archive; maxZoom: number },
  look: Look,
  onLost: () => void,
): L.Layer {
  // The drawing library expects Leaflet there.
  Object.assign(globalThis, { L })
  const layer = leafletLayer({
    ...look,
    url: watched(archive, onLost),
    maxDataZoom: maxZoom,
    attribution: '',
    className: 'karta-vector',
    // The page's own font, as soon as it is there.
    tasks: [document.fonts.ready.then(() => ({ status: 'loaded', reason: new Error() }))],
  }) as unknown as L.Layer
  return layer.addTo(map)
}

/** The same archive, which reports when its tiles cannot be read any more. The library would only log that. */
function watched(archive: Archive, onLost: () => void): Archive {
  const watch = watchTiles((isReachable) => !isReachable && onLost())
  const read = archive.getZxy.bind(archive)
  return Object.assign(Object.create(archive) as Archive, {
    getZxy: async (...tile: Parameters<Archive['getZxy']>) => {
      try {
        const found = await read(...tile)
        watch.loaded()
        return found
      } catch (error) {
        if ((error as Error).name !== 'AbortError') watch.failed()
        // What the library takes as no longer wanted, and asks for again later.
        throw new DOMException('The tile could not be read.', 'AbortError')
      }
    },
  })
}
