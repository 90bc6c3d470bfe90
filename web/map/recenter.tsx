import { useEffect, useRef } from 'react'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

/** Moves the view when the center changes. The map already opens at the first one. */
export function Recenter({ center }: { center: MapPosition | undefined }) {
  const map = useMap()
  const shown = useRef(center)
  useEffect(() => {
    if (!center || isSame(shown.current, center)) return
    shown.current = center
    map.setView(center, map.getZoom(), { animate: !matchMedia('(prefers-reduced-motion: reduce)').matches })
  }, [map, center])
  return null
}

const isSame = (one: MapPosition | undefined, other: MapPosition) => one?.lat === other.lat && one.lng === other.lng
