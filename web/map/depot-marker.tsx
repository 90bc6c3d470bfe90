import { useEffect } from 'react'
import { L, useMap } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { escapeHtml } from './stop-icon.ts'

const house =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 21V8l9-5 9 5v13"/><path d="M7 21v-9h10v9"/><path d="M7 16h10"/></svg>'

/** Where routes begin and end. */
export function DepotMarker({ position, title }: { position: MapPosition; title: string }) {
  const map = useMap()
  const { lat, lng } = position
  useEffect(() => {
    const icon = L.divIcon({ html: house, className: 'karta-depot', iconSize: [32, 32] })
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
