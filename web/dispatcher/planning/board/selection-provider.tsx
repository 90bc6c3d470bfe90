import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Route } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { readAddress } from '../board-path.ts'
import { isDone } from '../changes/choices.ts'
import { useEditor } from '../changes/editor-context.ts'
import { routeOfStop } from '../result/map-routes.ts'
import { createHover } from './hover.ts'
import { selectStops } from './select-stops.ts'
import { SelectionContext, type Selection } from './selection.ts'

/** @param routes those of all plans of the day that are shown */
export function SelectionProvider({ routes, children }: { routes: readonly Route[]; children: ReactNode }) {
  const [query] = useSearchParams()
  const { selected, select } = useEditor()
  const [routeId, setRoute] = useState(() => readAddress(undefined, query).routeId)
  const [litGroupKey, setLitGroup] = useState<string | null>(null)
  const [hover] = useState(createHover)
  const anchor = useRef<string | null>(null)
  // Always the same, so that the lines on the map stay while stops are selected.
  const openRoute = useCallback(
    (id: string | null) => {
      setRoute(id)
      select([])
      setLitGroup(null)
      hover.set({})
    },
    [select, hover],
  )
  const selection = useMemo((): Selection => {
    return {
      stopIds: selected,
      routeId,
      litGroupKey,
      select(ids, mode = 'replace') {
        const pressed = [...ids]
        select(selectStops(selected, pressed, { mode, anchor: anchor.current, routes }))
        if (mode !== 'range') anchor.current = pressed.at(-1) ?? null
      },
      showStop(id) {
        anchor.current = id
        setRoute(routeOfStop(routes, id)?.id ?? null)
        select([id])
      },
      openRoute,
      selectRoute(id) {
        const route = routes.find((each) => each.id === id)
        setRoute(id)
        select((route?.stops ?? []).filter((stop) => isVisit(stop) && !isDone(stop)).map((stop) => stop.id))
      },
      lightGroup(key) {
        openRoute(null)
        setLitGroup(key)
      },
      hover,
    }
  }, [selected, select, routeId, litGroupKey, openRoute, hover, routes])
  return <SelectionContext value={selection}>{children}</SelectionContext>
}
