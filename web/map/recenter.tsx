import { useEffect, useRef } from 'react'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

/** Moves the view when the center changes, and zooms in to `atLeast`. The map already opens at the first center. */
export function Recenter({ center, atLeast = 0 }: { center: MapPosition | undefined; atLeast?: number }) {
  const map = useMap()
  const shown = useRef(center)
  useEffect(() => {
    if (!center || isSame(shown.current, center)) return
    shown.current = center
    map.setView(center, Math.max(map.getZoom(), atLeast), {
      animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    })
  }, [map, center, atLeast])
  return null
}

const isSame = (one: MapPosition | undefined, other: MapPosition) => one?.lat === other.lat && one.lng === other.lng
