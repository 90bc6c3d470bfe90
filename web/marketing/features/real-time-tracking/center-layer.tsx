import { useEffect } from 'react'
import type { MapPosition } from '#web/map/map-types.ts'
import { useMap } from '#web/map/use-map.ts'

/**
 * Centers the map on a position. Every request is a new object, so asking for the same position twice centers the map
 * again: the visitor may have dragged it away.
 */
export default function CenterLayer({ request }: { request: { position: MapPosition } }) {
  const map = useMap()
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    map.setView(request.position, map.getZoom(), { animate: !isStill })
  }, [map, request])
  return null
}
