import { useEffect, useRef } from 'react'
import type { MapStop } from './map-types.ts'
import { stopMark } from './icons/stop-icon.ts'
import { shrinkWhenCrowded } from './shrink-when-crowded.ts'
import { stopAfterKey, tabStop } from './stop-keys.ts'
import { createStopMarks } from './stop-marks.ts'
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

/** Numbered stops. Tab reaches one of them, arrow keys move to the others, and Enter selects. */
export function StopLayer({ stops, selectedId, alsoSelected, onSelect }: StopLayerProps) {
  const map = useMap()
  const layer = useRef<Layer>(undefined)
  const latest = useRef({ stops, onSelect })
  useEffect(() => {
    latest.current = { stops, onSelect }
  })

  useEffect(() => {
    const reach = (id: string | undefined) => {
      marks.elementOf(drawn.reached ?? '')?.setAttribute('tabindex', '-1')
      marks.elementOf(id ?? '')?.setAttribute('tabindex', '0')
      drawn.reached = id
    }
    const marks = createStopMarks(map, {
      onPress: (id, keys) => latest.current.onSelect?.(id, keys),
      onKeyDown(id, event) {
        if (event.key === 'Enter') latest.current.onSelect?.(id, event)
        const next = stopAfterKey(latest.current.stops, id, event.key)
        if (next === undefined) return
        event.preventDefault()
        reach(next)
        marks.elementOf(next)?.focus()
      },
    })
    const shrinking = shrinkWhenCrowded(map, marks.positions)
    const drawn: Layer = { marks, reach, reached: undefined, shrink: shrinking.update }
    layer.current = drawn
    return () => {
      shrinking.stop()
      marks.remove()
    }
  }, [map])

  useEffect(() => {
    const { marks, reach, reached, shrink } = layer.current!
    marks.show(stops, (stop) => stopMark(stop, stop.id === selectedId || alsoSelected?.has(stop.id) === true))
    reach(tabStop(stops, selectedId, reached))
    shrink()
    map.getContainer().dataset.marks = String(stops.length)
  }, [map, stops, selectedId, alsoSelected])

  return null
}

type Layer = {
  marks: ReturnType<typeof createStopMarks>
  /** Lets Tab reach this stop instead. */
  reach: (id: string | undefined) => void
  reached: string | undefined
  shrink: () => void
}
