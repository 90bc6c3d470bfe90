import { useEffect, useRef } from 'react'
import { escapeHtml } from '#domain/escape-html.ts'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

export type MapZone = { id: string; name: string; color: string; outline: readonly MapPosition[] }

type ZoneLayerProps = {
  zones: readonly MapZone[]
  /** The zone that stands out. */
  selectedId?: string | undefined
  /** Absent while a press on the map means something else. */
  onSelect?: ((id: string) => void) | undefined
}

/** Areas with their names. Where they overlap, both colors show. */
export function ZoneLayer({ zones, selectedId, onSelect }: ZoneLayerProps) {
  const map = useMap()
  const select = useRef(onSelect)
  useEffect(() => {
    select.current = onSelect
  })
  const isPressable = onSelect !== undefined
  useEffect(() => {
    const group = L.layerGroup().addTo(map)
    for (const { id, name, color, outline } of zones) {
      if (outline.length < 2) continue
      const isSelected = id === selectedId
      const shape = L.polygon(outline as L.LatLngLiteral[], {
        color,
        weight: isSelected ? 4 : 2,
        fillOpacity: isSelected ? 0.3 : 0.16,
        interactive: isPressable,
      }).addTo(group)
      if (isPressable) {
        shape.bindTooltip(escapeHtml(name), { sticky: true, className: 'karta-tooltip' })
        shape.on('click', () => select.current?.(id))
      }
    }
    return () => {
      group.remove()
    }
  }, [map, zones, selectedId, isPressable])
  return null
}
