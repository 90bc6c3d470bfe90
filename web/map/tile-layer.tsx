import { useEffect } from 'react'
import { L } from './leaflet.client.ts'
import { watchTiles } from './tile-watch.ts'
import { useMap } from './use-map.ts'

type TileLayerProps = { url: string; attribution: string; onReachable: (isReachable: boolean) => void }

/** The background picture, from a tile server that may be unreachable. */
export function TileLayer({ url, attribution, onReachable }: TileLayerProps) {
  const map = useMap()
  useEffect(() => {
    const watch = watchTiles(onReachable)
    const layer = L.tileLayer(url, { maxZoom: 18, attribution })
      .on('tileload', watch.loaded)
      .on('tileerror', watch.failed)
      .addTo(map)
    return () => {
      layer.remove()
    }
  }, [map, url, attribution, onReachable])
  return null
}
