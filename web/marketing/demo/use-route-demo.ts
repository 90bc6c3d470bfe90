import { useState } from 'react'
import { readPastedList } from './paste-list.ts'
import type { Position } from './route-stop.ts'
import * as list from './stop-list.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { useOptimizer } from './use-optimizer.ts'

export type RouteDemoState = ReturnType<typeof useRouteDemo>

/** The stops, the routes found for them, and everything a visitor can do to both. */
export function useRouteDemo() {
  const [entered, setEntered] = useState(list.emptyList)
  const [isComparing, setComparing] = useState(false)
  const [placingId, setPlacingId] = useState<string>()
  /** Increases whenever the map should zoom to fit all stops. Dragging a pin doesn't count. */
  const [view, setView] = useState(0)
  const optimizer = useOptimizer()
  const focusAfter = useFocusAfter()
  const { stops } = entered
  const { outcome } = optimizer
  const isOutdated = outcome !== undefined && outcome.stops !== stops

  const change = (next: list.StopList, { isViewMoving = false, focus = '' } = {}) => {
    setEntered(next)
    if (optimizer.isBusy) optimizer.cancel()
    if (optimizer.problem) optimizer.forgetProblem()
    if (isViewMoving) setView((count) => count + 1)
    if (focus) focusAfter(focus)
  }
  const place = (id: string, position: Position) => {
    const next = list.placePin(entered, id, position)
    change(next)
    // After a route is found, dragging a pin updates it right away.
    if (outcome && !isOutdated) void optimizer.optimize(next.stops, isComparing, false)
  }

  return {
    ...optimizer,
    entered,
    isOutdated,
    isComparing,
    placingId,
    view,
    place,
    optimize: () => {
      setView((count) => count + 1)
      return optimizer.optimize(stops, isComparing)
    },
    type: (id: string, address: string) => {
      const next = list.typeAddress(entered, id, address)
      const isPlaced = (all: list.StopList) => all.stops.some((stop) => stop.id === id && stop.position)
      change(next, { isViewMoving: isPlaced(next) && !isPlaced(entered) })
    },
    choose: (id: string, suggestion: Parameters<typeof list.chooseSuggestion>[2]) =>
      change(list.chooseSuggestion(entered, id, suggestion), { isViewMoving: true }),
    add: () => change(list.addStop(entered), { focus: `stop-${entered.nextId}-address` }),
    remove: (id: string) => change(list.removeStop(entered, id), { focus: 'undo-removal' }),
    clear: () => change(list.clearStops(entered), { focus: 'undo-removal' }),
    fillSamples: () => change(list.fillSamples(entered), { isViewMoving: true }),
    undo: () => {
      const [back] = entered.removals.at(-1)?.stops ?? []
      change(list.undoRemoval(entered), { isViewMoving: true, focus: `${back?.stop.id}-address` })
    },
    move: (id: string, to: number) => {
      const isUp = to < stops.findIndex((stop) => stop.id === id)
      change(list.moveStop(entered, id, to), { focus: `${id}-${isUp ? 'up' : 'down'}` })
    },
    paste: (text: string) => {
      const present = stops.filter((stop) => !list.isBlank(stop))
      const read = readPastedList(text, list.roomForPaste(entered), present)
      if (read.stops.length > 0) change(list.appendPasted(entered, read.stops), { isViewMoving: true })
      return { added: read.stops.length, problems: read.problems }
    },
    compare: (isOn: boolean) => {
      setComparing(isOn)
      if (!isOn) optimizer.cancel()
      else if (outcome && !isOutdated && !outcome.engine) void optimizer.compare(outcome)
    },
    startPlacing: setPlacingId,
    /** @param position undefined if the visitor cancelled */
    endPlacing: (position: Position | undefined) => {
      if (placingId && position) place(placingId, position)
      if (placingId) focusAfter(`${placingId}-address`)
      setPlacingId(undefined)
    },
  }
}
