import { useEffect } from 'react'
import { depotIcon } from './icons/depot-icon.ts'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { useMap } from './use-map.ts'

/** Where routes begin and end. */
export function DepotMarker({ position, title }: { position: MapPosition; title: string }) {
  const map = useMap()
  const { lat, lng } = position
  useEffect(() => {
    const icon = depotIcon()
    const marker = L.marker([lat, lng], { icon, alt: title, zIndexOffset: 500 })
      .bindTooltip(escapeHtml(title), { direction: 'top', offset: [0, -16], className: 'karta-tooltip' })
      .addTo(map)
    marker.getElement()?.setAttribute('aria-label', title)
    return () => {
      marker.remove()
    }
  }, [map, lat, lng, title])
  return null
}
