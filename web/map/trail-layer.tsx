import { useEffect } from 'react'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

/** Readable on light and dark maps. */
const color = '#b05cd6'

/** Where somebody went, and a mark for where they were at one moment. */
export function TrailLayer({ path, at }: { path: readonly MapPosition[]; at: MapPosition | undefined }) {
  const map = useMap()
  useEffect(() => {
    const points = path.map(({ lat, lng }) => L.latLng(lat, lng))
    const line = L.polyline(points, { color, weight: 3, opacity: 0.8, dashArray: '1 6', interactive: false }).addTo(map)
    return () => {
      line.remove()
    }
  }, [map, path])
  const [lat, lng] = [at?.lat, at?.lng]
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    const mark = L.circleMarker([lat, lng], { radius: 7, color: '#fff', weight: 2, fillColor: color, fillOpacity: 1 })
    mark.addTo(map)
    return () => {
      mark.remove()
    }
  }, [map, lat, lng])
  return null
}
