import { useEffect } from 'react'
import { L } from './leaflet.client.ts'
import { watchTiles } from './tile-watch.ts'
import { useMap } from './use-map.ts'

type TileLayerProps = { url: string; isHidden: boolean; onReachable: (isReachable: boolean) => void }

/** How long a tile server may stay silent before another background is shown until it answers. */
const patienceMs = 4000

/** The background picture, from a tile server that may be unreachable. */
export function TileLayer({ url, isHidden, onReachable }: TileLayerProps) {
  const map = useMap()
  useEffect(() => {
    const watch = watchTiles(onReachable)
    const silence = setTimeout(watch.silent, patienceMs)
    const layer = L.tileLayer(url, { maxZoom: 18, className: 'karta-tiles' })
      .on('tileload', watch.loaded)
      .on('tileerror', watch.failed)
      .addTo(map)
    return () => {
      clearTimeout(silence)
      layer.remove()
    }
  }, [map, url, onReachable])
  useEffect(() => {
    // Tiles that did not load would show the icon of a broken picture.
    map.getContainer().classList.toggle('karta-map-bare', isHidden)
  }, [map, isHidden])
  return null
}
