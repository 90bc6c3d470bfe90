import { useEffect, useRef } from 'react'
import { L } from './leaflet.client.ts'
import type { MapPosition } from './map-types.ts'
import { nudgeOf } from './nudge.ts'
import { roundedPosition } from './rounded-position.ts'
import { useMap } from './use-map.ts'

type OutlineLayerProps = {
  corners: readonly MapPosition[]
  color: string
  /** A corner was placed before the one at this index, or after the last one. */
  onAdd: (at: number | undefined, position: MapPosition) => void
  onMove: (at: number, position: MapPosition) => void
  onRemove: (at: number) => void
}

/**
 * The corners of an area that is being drawn. A press on the map adds one at the end, a press on the middle of a side adds
 * one there. Corners are dragged, or moved with the arrow keys; Delete removes the one that has the focus.
 */
export function OutlineLayer(props: OutlineLayerProps) {
  const { corners, color } = props
  const map = useMap()
  const latest = useRef(props)
  /** The corner whose marker gets the focus when the markers are drawn anew. */
  const focused = useRef<number>(undefined)
  /** Whether a marker had the focus when the markers were taken away. */
  const held = useRef(false)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const onClick = (event: L.LeafletMouseEvent) =>
      latest.current.onAdd(undefined, roundedPosition(event.latlng.wrap()))
    map.on('click', onClick)
    const box = map.getContainer()
    box.classList.add('karta-drawing')
    // Two quick corners are no double press.
    map.doubleClickZoom.disable()
    return () => {
      map.off('click', onClick)
      box.classList.remove('karta-drawing')
      map.doubleClickZoom.enable()
    }
  }, [map])

  useEffect(() => {
    const group = L.layerGroup().addTo(map)
    const markers = corners.map((corner, at) => {
      const marker = cornerMarker(corner, color, `Corner ${at + 1}`).addTo(group)
      const move = (to: MapPosition) => latest.current.onMove(at, to)
      marker.on('dragend', () => move(roundedPosition(marker.getLatLng().wrap())))
      const element = marker.getElement()!
      element.addEventListener('focus', () => (focused.current = at))
      element.addEventListener('keydown', (event) => {
        const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
        const by = nudgeOf(event.key, event.shiftKey)
        if (!isRemoval && !by) return
        event.preventDefault()
        // The same keys would move the map.
        event.stopPropagation()
        if (isRemoval) {
          focused.current = Math.max(at - 1, 0)
          return latest.current.onRemove(at)
        }
        const point = map.latLngToContainerPoint(marker.getLatLng()).add(by!)
        move(roundedPosition(map.containerPointToLatLng(point).wrap()))
      })
      if (held.current && focused.current === at) element.focus({ preventScroll: true })
      return marker
    })
    held.current = false
    if (corners.length > 1) {
      corners.forEach((corner, at) => {
        const next = corners[(at + 1) % corners.length]!
        if (corners.length === 2 && at === 1) return
        const middle = { lat: (corner.lat + next.lat) / 2, lng: (corner.lng + next.lng) / 2 }
        const icon = L.divIcon({ className: 'karta-corner karta-corner-between', iconSize: [14, 14] })
        L.marker(middle, { icon, keyboard: false, zIndexOffset: -10 })
          .on('click', () => latest.current.onAdd(at + 1, roundedPosition(middle)))
          .addTo(group)
          .getElement()!
          .style.setProperty('--corner', color)
      })
    }
    return () => {
      held.current = markers.some((marker) => marker.getElement() === document.activeElement)
      group.remove()
    }
  }, [map, corners, color])
  return null
}

function cornerMarker(position: MapPosition, color: string, title: string): L.Marker {
  const icon = L.divIcon({ className: 'karta-corner', iconSize: [20, 20] })
  const marker = L.marker(position, { icon, draggable: true, autoPan: true, alt: title })
  marker.on('add', () => {
    const element = marker.getElement()!
    element.setAttribute('aria-label', `${title}. Arrow keys move it, Delete removes it.`)
    element.style.setProperty('--corner', color)
  })
  return marker
}
