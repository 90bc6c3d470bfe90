import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { L, useMap } from './leaflet.client.ts'
import type { MapStop } from './map-types.ts'
import { escapeHtml, stopClasses, stopSize } from './stop-icon.ts'

export type StopLayerProps = {
  stops: readonly MapStop[]
  selectedId?: string
  onSelect?: (id: string) => void
  /** What the popup of the pressed stop shows; without it there is only the tooltip with the title. */
  popup?: (stop: MapStop) => ReactNode
}

/** Numbered stops. Each can be reached with Tab and pressed with Enter. */
export function StopLayer({ stops, selectedId, onSelect, popup }: StopLayerProps) {
  const map = useMap()
  const markers = useRef(new Map<string, { marker: L.Marker; stop: MapStop }>())
  const [open, setOpen] = useState<{ stop: MapStop; element: HTMLElement } | null>(null)
  const select = useLatest(onSelect)
  const hasPopup = popup !== undefined

  useEffect(() => {
    const layer = L.layerGroup().addTo(map)
    const known = markers.current
    for (const stop of stops) {
      const marker = stopMarker(stop).addTo(layer)
      if (hasPopup) attachPopup(marker, (element) => setOpen(element && { stop, element }))
      marker.on('click', () => select.current?.(stop.id))
      // Leaflet turns Enter into a click only for markers with a popup.
      marker.on('keypress', (event) => {
        if (!hasPopup && event.originalEvent.key === 'Enter') select.current?.(stop.id)
      })
      known.set(stop.id, { marker, stop })
    }
    return () => {
      known.clear()
      layer.remove()
    }
  }, [map, stops, hasPopup, select])

  useEffect(() => {
    const chosen = selectedId === undefined ? undefined : markers.current.get(selectedId)
    if (!chosen) return
    chosen.marker.setIcon(stopMark(chosen.stop, true)).setZIndexOffset(10_000)
    return () => {
      chosen.marker.setIcon(stopMark(chosen.stop, false)).setZIndexOffset(chosen.stop.muted ? -1000 : 0)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whatever makes new markers must mark the selected one again
  }, [selectedId, stops, map, hasPopup])

  return open && popup ? createPortal(popup(open.stop), open.element) : null
}

function stopMarker(stop: MapStop): L.Marker {
  const marker = L.marker(stop.position, {
    icon: stopMark(stop, false),
    alt: stop.title,
    zIndexOffset: stop.muted ? -1000 : 0,
  })
  marker.bindTooltip(escapeHtml(stop.title), { direction: 'top', offset: [0, -12], className: 'karta-tooltip' })
  // An icon made of elements has no alt text to read.
  marker.on('add', () => marker.getElement()?.setAttribute('aria-label', stop.title))
  return marker
}

function stopMark(stop: MapStop, isSelected: boolean): L.DivIcon {
  const size = stopSize(stop, isSelected)
  const mark = document.createElement('span')
  mark.style.backgroundColor = stop.colour
  mark.textContent = stop.muted && !isSelected ? '' : stop.label
  return L.divIcon({ html: mark, className: stopClasses(stop, isSelected), iconSize: [size, size] })
}

function attachPopup(marker: L.Marker, onOpen: (element: HTMLElement | null) => void): void {
  const element = document.createElement('div')
  marker.bindPopup(element, { className: 'karta-popup', minWidth: 180, offset: [0, -8] })
  marker.on('popupopen', () => {
    marker.closeTooltip()
    onOpen(element)
  })
  marker.on('popupclose', () => onOpen(null))
}

function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
