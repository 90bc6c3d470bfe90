import { useEffect, useState } from 'react'
import { L } from './leaflet.client.ts'
import { useMap } from './use-map.ts'

/** Credits for the background, as HTML, and a scale bar. */
export function MapControls({ credits }: { credits: string }) {
  const map = useMap()
  const [shown] = useState(() => L.control.attribution({ prefix: false }))
  useEffect(() => {
    const controls = [shown, L.control.scale({ imperial: false, position: 'bottomright' })]
    for (const control of controls) control.addTo(map)
    return () => {
      for (const control of controls) control.remove()
    }
  }, [map, shown])
  useEffect(() => {
    shown.addAttribution(credits)
    return () => {
      shown.removeAttribution(credits)
    }
  }, [shown, credits])
  return null
}
