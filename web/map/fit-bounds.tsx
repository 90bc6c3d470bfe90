import { useEffect, useRef } from 'react'
import { fitView, leavesView, marginsFor } from './fit-view.ts'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

type FitBoundsProps = {
  positions: readonly MapPosition[]
  /** The view moves when this changes, not whenever the positions do. Undefined leaves the view alone. */
  when: string | number | undefined
  /** What is drawn at the positions, and so how much room they need. */
  marks?: keyof typeof marginsFor
  maxZoom?: number
  /** The positions move: the view follows as soon as one of them leaves it. */
  areMoving?: boolean
}

/** Moves the view so that all positions are visible, and again when the map changes size, until a person moves it. */
export function FitBounds({ positions, when, marks = 'stops', maxZoom = 15, areMoving = false }: FitBoundsProps) {
  const map = useMap()
  const latest = useRef(positions)
  const isFirst = useRef(true)
  const follow = useRef<(moved: readonly MapPosition[]) => void>(undefined)
  useEffect(() => {
    latest.current = positions
  })
  const isEmpty = positions.length === 0
  useEffect(() => {
    if (isEmpty || when === undefined) return
    let view = { center: map.getCenter() as MapPosition, zoom: map.getZoom() }
    const fit = (animate: boolean) => {
      const size = map.getSize()
      // Hidden, as behind a tab: it is fitted when it is shown.
      if (size.x === 0 || size.y === 0) return
      view = fitView(latest.current, size, marginsFor[marks], maxZoom)
      map.setView(view.center, view.zoom, { animate })
    }
    const refit = () => fit(false)
    const onMoveEnd = () => {
      const off = map.project(map.getCenter()).distanceTo(map.project(view.center))
      if (map.getZoom() === view.zoom && off <= 2) return
      map.off('resize', refit)
      follow.current = undefined
    }
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    // The map opens with the places in view; later fits may be followed with the eye.
    fit(!isFirst.current && !isCalm)
    isFirst.current = false
    follow.current = (moved) => {
      if (leavesView(moved, map.getSize(), view)) fit(!isCalm)
    }
    map.on('resize', refit).on('moveend', onMoveEnd)
    return () => {
      map.off('resize', refit).off('moveend', onMoveEnd)
      follow.current = undefined
    }
  }, [map, when, isEmpty, marks, maxZoom])
  useEffect(() => {
    if (areMoving) follow.current?.(positions)
  }, [areMoving, positions])
  return null
}
