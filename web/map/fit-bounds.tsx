import { useEffect, useRef } from 'react'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

type FitBoundsProps = {
  positions: readonly MapPosition[]
  /** The view moves when this changes, not whenever the positions do. */
  when: string | number
}

/** Moves the view so that all positions are visible. */
export function FitBounds({ positions, when }: FitBoundsProps) {
  const map = useMap()
  const latest = useRef(positions)
  useEffect(() => {
    latest.current = positions
  })
  const isEmpty = positions.length === 0
  useEffect(() => {
    if (isEmpty) return
    map.fitBounds(L.latLngBounds(latest.current.map(({ lat, lng }) => [lat, lng])), {
      padding: [36, 36],
      maxZoom: 15,
      animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `when` is the signal, its value is not used
  }, [map, when, isEmpty])
  return null
}
