import { onThemeChange } from '#web/map/on-theme-change.ts'
import { L } from '#web/map/leaflet.client.ts'
import { watchTiles } from '#web/map/tile-watch.ts'
import type { VectorMap } from '#web/map/vector/vector-map.ts'
import { readMapSettings } from './sync/map-settings.ts'

/** The mark of a place. The point of the home's is at its bottom. */
export const markOf = (name: string) =>
  L.divIcon({ className: `mark ${name}`, iconSize: [28, 28], iconAnchor: name === 'mark-home' ? [14, 34] : [14, 14] })

/** The operator's map if there is one, and the packaged coasts and names otherwise. */
export async function drawGround(map: L.Map): Promise<void> {
  const { map_url: file, tile_url: tiles, tile_attribution: credits } = await readMapSettings()
  if (!file && tiles) {
    // Tile servers want to know which site their tiles are for, and learn no more than that.
    const layer = L.tileLayer(tiles, { maxZoom: 18, attribution: credits, referrerPolicy: 'origin' })
    const watch = watchTiles((isReachable) => {
      if (isReachable || !map.hasLayer(layer)) return
      layer.remove()
      void drawVectors(map, null)
    })
    layer.on('tileload', watch.loaded).on('tileerror', watch.failed).addTo(map)
    return
  }
  await drawVectors(map, file)
}

async function drawVectors(map: L.Map, file: string | null): Promise<void> {
  const opened: VectorMap = file
    ? await (await import('#web/map/vector/open-file.ts')).openFile(file)
    : await (await import('#web/map/vector/open-packaged.ts')).openPackaged()
  map.attributionControl.addAttribution(opened.credits)
  let layer = opened.draw(map, () => {})
  onThemeChange(() => {
    layer.remove()
    layer = opened.draw(map, () => {})
  })
}
