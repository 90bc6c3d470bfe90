import { useEffect, useRef } from 'react'
import { useMap } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'

/** Moves the view when the wanted centre becomes another one; the first is where the map opens anyway. */
export function Recentre({ centre }: { centre: MapPosition | undefined }) {
  const map = useMap()
  const shown = useRef(centre)
  useEffect(() => {
    if (!centre || isSame(shown.current, centre)) return
    shown.current = centre
    map.setView(centre, map.getZoom(), { animate: !matchMedia('(prefers-reduced-motion: reduce)').matches })
  }, [map, centre])
  return null
}

const isSame = (one: MapPosition | undefined, other: MapPosition) => one?.lat === other.lat && one.lng === other.lng
