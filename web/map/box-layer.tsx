import { useEffect, useRef } from 'react'
import { inBox } from './in-box.ts'
import { L } from './leaflet.client.ts'
import type { MapStop } from './map-types.ts'
import { useMap } from './use-map.ts'

type BoxLayerProps = {
  stops: readonly MapStop[]
  /** Whether any drag draws a box, as fingers need it. Otherwise only those with Shift held do. */
  isOn: boolean
  /** The stops within a box that was drawn. */
  onBox: (ids: string[]) => void
}

/** Selects the stops within a box that somebody draws on the map. */
export function BoxLayer({ stops, isOn, onBox }: BoxLayerProps) {
  const map = useMap()
  const latest = useRef({ stops, onBox })
  useEffect(() => {
    latest.current = { stops, onBox }
  })
  useEffect(() => {
    const pane = map.getContainer()
    const controls = new AbortController()
    const { signal } = controls
    let from: L.LatLng | undefined
    let box: L.Rectangle | undefined
    // Shift and drag would zoom.
    map.boxZoom.disable()
    if (isOn) map.dragging.disable()
    pane.style.touchAction = isOn ? 'none' : ''
    pane.style.cursor = isOn ? 'crosshair' : ''
    const end = () => {
      from = undefined
      box?.remove()
      box = undefined
      if (!isOn) map.dragging.enable()
    }
    const start = (event: PointerEvent) => {
      if (event.button !== 0 || !(isOn || event.shiftKey) || isControl(event.target)) return
      // A press on a stop selects that one.
      if ((event.target as Element).closest('.leaflet-marker-icon')) return
      map.dragging.disable()
      from = map.mouseEventToLatLng(event)
      pane.setPointerCapture(event.pointerId)
    }
    const draw = (event: PointerEvent) => {
      if (!from) return
      const bounds = L.latLngBounds(from, map.mouseEventToLatLng(event))
      box = box?.setBounds(bounds) ?? L.rectangle(bounds, look).addTo(map)
    }
    const finish = () => {
      const bounds = box?.getBounds()
      end()
      if (bounds) latest.current.onBox(inBox(latest.current.stops, bounds.getSouthWest(), bounds.getNorthEast()))
    }
    pane.addEventListener('pointerdown', start, { signal, capture: true })
    pane.addEventListener('pointermove', draw, { signal })
    pane.addEventListener('pointerup', finish, { signal })
    pane.addEventListener('pointercancel', end, { signal })
    return () => {
      controls.abort()
      box?.remove()
      pane.style.touchAction = ''
      pane.style.cursor = ''
      map.dragging.enable()
      map.boxZoom.enable()
    }
  }, [map, isOn])
  return null
}

const look = { color: '#0b6fb8', weight: 2, fillOpacity: 0.12, interactive: false }

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.leaflet-control, button')
