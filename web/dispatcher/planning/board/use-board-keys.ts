import type { Route } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { usePageKeys } from '../../deliveries/use-page-keys.ts'
import { useEditor } from '../changes/editor-context.ts'
import { lockingRoute } from '../changes/proposals.ts'
import type { Tab } from './panes.tsx'
import { useSelection } from './selection.ts'

/** Where the focus goes in each pane. */
const entrances: Record<Tab, string> = {
  list: 'section[aria-label="Routes"] [data-place] button',
  map: '.karta-map .leaflet-container, .karta-map [tabindex="0"]',
  timeline: '.lanes [tabindex="0"]',
}

/** Keys that work anywhere on the board: they go to a pane, open routes, and select many stops at once. */
export function useBoardKeys(routes: readonly Route[], show: (pane: Tab) => void): void {
  const { isOn, plan, doSmall } = useEditor()
  const { routeId, openRoute, selectRoute, select } = useSelection()
  const go = (pane: Tab) => {
    show(pane)
    // A pane that was hidden is there with the next frame.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(entrances[pane])?.focus())
  }
  const step = (by: number) => {
    const at = routes.findIndex(({ id }) => id === routeId)
    const next = routes.at(at < 0 ? (by > 0 ? 0 : -1) : (at + by) % routes.length)
    if (next) openRoute(next.id)
  }
  const open = plan?.routes.find(({ id }) => id === routeId)
  const late = () =>
    routes.flatMap(({ stops }) => stops.filter((stop) => isVisit(stop) && stop.late_seconds > 0).map(({ id }) => id))
  usePageKeys({
    1: () => go('list'),
    2: () => go('map'),
    3: () => go('timeline'),
    ']': () => step(1),
    '[': () => step(-1),
    a: routeId === null ? undefined : () => selectRoute(routeId),
    t: () => select(late()),
    L: isOn && open ? () => void doSmall(lockingRoute(open, 'route', !open.locks.includes('route'))) : undefined,
  })
}
