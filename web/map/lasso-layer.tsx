import { useEffect, useRef } from 'react'
import { boxRing, inRing } from './in-ring.ts'
import { L } from './leaflet.client.ts'
import type { MapPosition, MapStop } from './map-types.ts'
import { useMap } from './use-map.ts'

type LassoLayerProps = {
  stops: readonly MapStop[]
  /** Whether any drag draws a line around stops, as fingers need it. Otherwise, only a drag with Shift held draws a box. */
  isOn: boolean
  /** The stops within what was drawn. */
  onDrawn: (ids: string[]) => void
}

/** Selects the stops within a box or a line that somebody draws on the map. */
export function LassoLayer({ stops, isOn, onDrawn }: LassoLayerProps) {
  const map = useMap()
  const latest = useRef({ stops, onDrawn })
  useEffect(() => {
    latest.current = { stops, onDrawn }
  })
  useEffect(() => {
    const pane = map.getContainer()
    const controls = new AbortController()
    const { signal } = controls
    let ring: MapPosition[] = []
    let shape: L.Polygon | undefined
    // Shift and drag would zoom.
    map.boxZoom.disable()
    if (isOn) map.dragging.disable()
    pane.style.touchAction = isOn ? 'none' : ''
    pane.style.cursor = isOn ? 'crosshair' : ''
    // Stops stay where they are meanwhile.
    pane.toggleAttribute('data-drawing', isOn)
    const end = () => {
      ring = []
      shape?.remove()
      shape = undefined
      if (!isOn) map.dragging.enable()
    }
    const start = (event: PointerEvent) => {
      if (event.button !== 0 || !(isOn || event.shiftKey) || isControl(event.target)) return
      // A press on a stop selects that one, unless a line is about to be drawn.
      if (!isOn && (event.target as Element).closest('.leaflet-marker-icon')) return
      event.stopPropagation()
      map.dragging.disable()
      ring = [map.mouseEventToLatLng(event)]
      pane.setPointerCapture(event.pointerId)
    }
    const draw = (event: PointerEvent) => {
      const [from] = ring
      if (!from) return
      const to = map.mouseEventToLatLng(event)
      ring = isOn ? [...ring, to] : boxRing(from, to)
      shape = shape?.setLatLngs(ring) ?? L.polygon(ring, look).addTo(map)
    }
    const finish = () => {
      const ids = shape ? inRing(latest.current.stops, ring) : undefined
      end()
      if (ids) latest.current.onDrawn(ids)
    }
    pane.addEventListener('pointerdown', start, { signal, capture: true })
    pane.addEventListener('pointermove', draw, { signal })
    pane.addEventListener('pointerup', finish, { signal })
    pane.addEventListener('pointercancel', end, { signal })
    return () => {
      controls.abort()
      shape?.remove()
      pane.style.touchAction = ''
      pane.style.cursor = ''
      pane.removeAttribute('data-drawing')
      map.dragging.enable()
      map.boxZoom.enable()
    }
  }, [map, isOn])
  return null
}

const look = { color: '#0b6fb8', weight: 2, fillOpacity: 0.12, interactive: false }

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.leaflet-control, button')
