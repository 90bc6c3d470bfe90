import { useEffect, useRef } from 'react'
import { L } from './leaflet.client.ts'
import type { MapMarker } from './map-types.ts'
import { pinSvg } from './icons/pin-svg.ts'
import { shrinkWhenCrowded } from './shrink-when-crowded.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { useMap } from './use-map.ts'

type MarkerLayerProps = {
  markers: readonly MapMarker[]
  /** The marker that stands out, with its popup open. */
  selectedId?: string
  onSelect?: (id: string) => void
}

/** Pins that open a popup when pressed. Tab moves between them and Enter opens one. */
export function MarkerLayer({ markers, selectedId, onSelect }: MarkerLayerProps) {
  const map = useMap()
  const drawn = useRef(new Map<string, L.Marker>())
  const select = useRef(onSelect)
  useEffect(() => {
    select.current = onSelect
  })

  useEffect(() => {
    const known = drawn.current
    const group = L.layerGroup().addTo(map)
    const hang = () => known.forEach((pin) => hangAtUpperEdge(map, pin))
    for (const marker of markers) {
      const pin = newPin(marker).addTo(group)
      const choose = () => select.current?.(marker.id)
      pin.on('click', choose)
      pin.on('keypress', ({ originalEvent }) => originalEvent.key === 'Enter' && choose())
      known.set(marker.id, pin)
    }
    hang()
    map.on('moveend', hang)
    const shrinking = shrinkWhenCrowded(map, () => markers.map(({ position }) => position))
    shrinking.update()
    return () => {
      shrinking.stop()
      map.off('moveend', hang)
      known.clear()
      group.remove()
    }
  }, [map, markers])

  useEffect(() => {
    const pin = drawn.current.get(selectedId ?? '')
    if (!pin) return
    pin.openPopup()
    pin.getElement()?.classList.add('karta-pin-selected')
    return () => {
      pin.closePopup()
      pin.getElement()?.classList.remove('karta-pin-selected')
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new markers are new pins, none of them open
  }, [markers, selectedId])
  return null
}

/** Pixels. */
const height = 34

/** A pin that the map's upper edge would cut off hangs below its place instead. */
function hangAtUpperEdge(map: L.Map, pin: L.Marker): void {
  const { y } = map.latLngToContainerPoint(pin.getLatLng())
  pin.getElement()?.classList.toggle('karta-pin-hanging', y >= 0 && y < height)
}

function newPin({ position, label, name, color }: MapMarker): L.Marker {
  const html = name ? `${pinSvg}<span class="karta-pin-name">${escapeHtml(name)}</span>` : pinSvg
  const icon = L.divIcon({ html, className: 'karta-pin', iconSize: [34, height], iconAnchor: [17, 33] })
  const pin = L.marker(position, { icon, alt: label })
  pin.bindPopup(escapeHtml(label), { offset: [0, -28], className: 'karta-popup', autoPan: false })
  pin.on('add', () => {
    const element = pin.getElement()
    // A div icon has no alt text for screen readers.
    element?.setAttribute('aria-label', label)
    if (color) element?.style.setProperty('color', color)
  })
  return pin
}
