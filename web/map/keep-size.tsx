import { useEffect } from 'react'
import { useMap } from './use-map.ts'

/** Tells Leaflet when its box changes size. By itself, it notices only when the window does. */
export function KeepSize() {
  const map = useMap()
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    observer.observe(map.getContainer())
    return () => observer.disconnect()
  }, [map])
  return null
}
