import { useEffect } from 'react'
import { L } from './leaflet.client.ts'
import { useMap } from './use-map.ts'

/** Credits for the tiles, and a scale bar. */
export function MapControls() {
  const map = useMap()
  useEffect(() => {
    const controls = [
      L.control.attribution({ prefix: false }),
      L.control.scale({ imperial: false, position: 'bottomright' }),
    ]
    for (const control of controls) control.addTo(map)
    return () => {
      for (const control of controls) control.remove()
    }
  }, [map])
  return null
}
