import { useEffect } from 'react'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

/** Many small dots, drawn on the map's canvas. */
export function DotLayer({ positions }: { positions: readonly MapPosition[] }) {
  const map = useMap()
  useEffect(() => {
    const ink = getComputedStyle(map.getContainer()).getPropertyValue('color')
    const group = L.layerGroup().addTo(map)
    for (const position of positions) {
      L.circleMarker(position, {
        radius: 3.5,
        weight: 1,
        color: '#fff',
        fillColor: ink,
        fillOpacity: 0.9,
        interactive: false,
      }).addTo(group)
    }
    return () => {
      group.remove()
    }
  }, [map, positions])
  return null
}
