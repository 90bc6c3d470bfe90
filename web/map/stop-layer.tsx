import { useEffect, useRef } from 'react'
import { escapeHtml } from '#domain/escape-html.ts'
import { L } from './leaflet.client.ts'
import type { MapStop } from './map-types.ts'
import { stopIcon } from './icons/stop-div-icon.ts'
import { isSameMark, stopMark, type StopMark } from './icons/stop-icon.ts'
import { shrinkWhenCrowded } from './shrink-when-crowded.ts'
import { stopAfterKey, tabStop } from './stop-keys.ts'
import { useMap } from './use-map.ts'

type StopLayerProps = {
  stops: readonly MapStop[]
  selectedId?: string
  /** Others that are selected with it. */
  alsoSelected?: ReadonlySet<string>
  /** @param keys those held, which may select it beside others */
  onSelect?: (id: string, keys: PressedKeys) => void
}

type PressedKeys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>

type Drawn = { marker: L.Marker; stop: MapStop; mark: StopMark }

/** Numbered stops. Tab reaches one of them, arrow keys move to the others, and Enter selects. */
export function StopLayer({ stops, selectedId, alsoSelected, onSelect }: StopLayerProps) {
  const map = useMap()
  const layer = useRef<L.LayerGroup>(undefined)
  const drawn = useRef(new Map<string, Drawn>())
  /** The stop that Tab reaches. */
  const reached = useRef<string>(undefined)
  const latest = useLatest({ stops, onSelect })
  const shrink = useRef<() => void>(undefined)

  useEffect(() => {
    const group = L.layerGroup().addTo(map)
    const known = drawn.current
    const shrinking = shrinkWhenCrowded(map, () => [...known.values()].map(({ stop }) => stop.position))
    layer.current = group
    shrink.current = shrinking.update
    return () => {
      shrinking.stop()
      known.clear()
      group.remove()
    }
  }, [map])

  // Existing markers are changed in place, so that a focused one keeps the focus.
  useEffect(() => {
    const known = drawn.current
    const group = layer.current
    if (!group) return
    const reach = (id: string | undefined) => {
      reached.current = id
      for (const { marker, stop } of known.values()) marker.getElement()!.tabIndex = stop.id === id ? 0 : -1
    }
    const add = (stop: MapStop, mark: StopMark): L.Marker => {
      const marker = newMarker(stop, mark).addTo(group)
      marker.on('click', ({ originalEvent }) => latest.current.onSelect?.(stop.id, originalEvent))
      marker.on('keydown', ({ originalEvent: event }) => {
        if (event.key === 'Enter') latest.current.onSelect?.(stop.id, event)
        const next = stopAfterKey(latest.current.stops, stop.id, event.key)
        if (next === undefined) return
        event.preventDefault()
        reach(next)
        known.get(next)?.marker.getElement()?.focus()
      })
      return marker
    }

    const ids = new Set(stops.map(({ id }) => id))
    for (const [id, { marker }] of known) {
      if (ids.has(id)) continue
      group.removeLayer(marker)
      known.delete(id)
    }
    for (const stop of stops) {
      const mark = stopMark(stop, stop.id === selectedId || alsoSelected?.has(stop.id) === true)
      const before = known.get(stop.id)
      if (before) change(before, stop, mark)
      known.set(stop.id, { marker: before?.marker ?? add(stop, mark), stop, mark })
    }
    reach(tabStop(stops, selectedId, reached.current))
    shrink.current?.()
    map.getContainer().dataset.marks = String(known.size)
  }, [map, stops, selectedId, alsoSelected, latest])

  return null
}

function newMarker(stop: MapStop, mark: StopMark): L.Marker {
  const marker = L.marker(stop.position, { icon: stopIcon(mark), alt: stop.title, zIndexOffset: mark.height })
  marker.bindTooltip(escapeHtml(stop.title), { direction: 'top', offset: [0, -12], className: 'karta-tooltip' })
  marker.on('add', () => {
    // A div icon has no alt text for screen readers.
    marker.getElement()?.setAttribute('aria-label', stop.title)
    marker.getElement()?.setAttribute('data-stop', stop.id)
  })
  return marker
}

function change({ marker, stop: old, mark: oldMark }: Drawn, stop: MapStop, mark: StopMark): void {
  if (old.position.lat !== stop.position.lat || old.position.lng !== stop.position.lng) marker.setLatLng(stop.position)
  if (old.title !== stop.title) {
    marker.setTooltipContent(escapeHtml(stop.title))
    marker.getElement()?.setAttribute('aria-label', stop.title)
  }
  if (!isSameMark(oldMark, mark)) marker.setIcon(stopIcon(mark)).setZIndexOffset(mark.height)
}

function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
