import { useEffect, useRef } from 'react'
import { escapeHtml } from '#domain/escape-html.ts'
import { depotIcon } from './icons/depot-icon.ts'
import { L } from './leaflet.client.ts'
import type { MapPosition, MapStop } from './map-types.ts'
import { nudgeOf } from './nudge.ts'
import { roundedPosition } from './rounded-position.ts'
import { shrinkWhenCrowded } from './shrink-when-crowded.ts'
import { stopMark } from './icons/stop-icon.ts'
import { useMap } from './use-map.ts'

export type MovableStop = MapStop & { isDepot?: boolean }
type MovableStopLayerProps = {
  stops: readonly MovableStop[]
  /** A stop was dragged or moved with the arrow keys. */
  onMove: (id: string, position: MapPosition) => void
}

/** Stops that can be dragged. With the keyboard, Tab reaches each one and arrow keys move it. */
export function MovableStopLayer({ stops, onMove }: MovableStopLayerProps) {
  const map = useMap()
  const drawn = useRef(new Map<string, L.Marker>())
  const move = useRef(onMove)
  const shrink = useRef<() => void>(undefined)
  useEffect(() => {
    move.current = onMove
  })
  useEffect(() => {
    const known = drawn.current
    const shrinking = shrinkWhenCrowded(map, () => [...known.values()].map((marker) => marker.getLatLng()))
    shrink.current = shrinking.update
    return () => {
      shrinking.stop()
      for (const marker of known.values()) marker.remove()
      known.clear()
    }
  }, [map])

  // Existing markers are changed in place, so that a focused one keeps the focus.
  useEffect(() => {
    const known = drawn.current
    const ids = new Set(stops.map(({ id }) => id))
    for (const [id, marker] of known) {
      if (ids.has(id)) continue
      marker.remove()
      known.delete(id)
    }
    for (const stop of stops) {
      const marker = known.get(stop.id) ?? addMarker(map, stop, (to) => move.current(stop.id, to))
      known.set(stop.id, marker)
      update(marker, stop)
    }
    shrink.current?.()
  }, [map, stops])
  return null
}

function addMarker(map: L.Map, stop: MovableStop, onMove: (to: MapPosition) => void): L.Marker {
  const icon = stop.isDepot
    ? depotIcon()
    : L.divIcon({ className: stopMark(stop, false).className, iconSize: undefined })
  const marker = L.marker(stop.position, { icon, draggable: true, autoPan: true, zIndexOffset: stop.isDepot ? 500 : 0 })
  marker.bindTooltip('', { direction: 'top', offset: [0, -14], className: 'karta-tooltip' }).addTo(map)
  marker.bindPopup('', { offset: [0, -8], className: 'karta-popup', autoPan: false })
  marker.on('popupopen', () => marker.closeTooltip())
  marker.on('dragend', () => onMove(roundedPosition(marker.getLatLng().wrap())))
  marker.getElement()!.addEventListener('keydown', (event) => {
    const by = nudgeOf(event.key, event.shiftKey)
    if (!by) return
    event.preventDefault()
    // The same keys would move the map.
    event.stopPropagation()
    const point = map.latLngToContainerPoint(marker.getLatLng()).add(by)
    onMove(roundedPosition(map.containerPointToLatLng(point).wrap()))
  })
  return marker
}

function update(marker: L.Marker, stop: MovableStop): void {
  const { lat, lng } = marker.getLatLng()
  if (lat !== stop.position.lat || lng !== stop.position.lng) marker.setLatLng(stop.position)
  marker.setTooltipContent(escapeHtml(stop.title)).setPopupContent(escapeHtml(stop.title))
  const element = marker.getElement()!
  element.setAttribute('aria-label', stop.title)
  if (stop.isDepot) return
  element.style.setProperty('--mark', stop.color)
  element.textContent = stop.label
}
