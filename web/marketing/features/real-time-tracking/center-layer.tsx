import { useEffect } from 'react'
import type { MapPosition } from '#web/map/map-types.ts'
import { useMap } from '#web/map/use-map.ts'

/**
 * Moves the view to a place each time it is asked for, also when it is the same place again: the visitor may have
 * dragged the map away since. `request` is one asking, a new object every time.
 */
export default function CenterLayer({ request }: { request: { position: MapPosition } }) {
  const map = useMap()
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    map.setView(request.position, map.getZoom(), { animate: !isStill })
  }, [map, request])
  return null
}
