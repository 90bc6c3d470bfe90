import { useEffect, useRef } from 'react'
import type { DropQuestion } from '#domain/drop/drop-board.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { pick, stopAt, type Picked } from './pick.ts'
import type { Dragging } from './use-drag.ts'

/**
 * Dragging by keyboard: D picks up, left and right go through the places of a route, up and down through the routes, U is off
 * the routes, Enter or Space drops, and Escape cancels. M opens the menu of places.
 */
export function useKeyDrag(
  plan: Plan | undefined,
  selected: ReadonlySet<string>,
  isOn: boolean,
  dragging: Dragging,
  onMenu: (picked: Picked) => void,
) {
  const latest = useRef({ plan, selected, dragging, onMenu })
  useEffect(() => {
    latest.current = { plan, selected, dragging, onMenu }
  })
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { plan: shown, selected: chosen, dragging: now } = latest.current
      if (!shown || event.ctrlKey || event.metaKey || event.altKey) return
      const drag = now.current.current
      if (!drag) {
        const ids = event.key === 'd' || event.key === 'm' ? idsFor(event.target, chosen) : null
        if (!ids) return
        if (event.key === 'd') {
          if (!now.start(ids, 'keys')) return
          now.over(firstTarget(shown, pick(shown, ids)!))
        } else {
          // Whoever chooses a place from the menu is asked about locks.
          const picked = pick(shown, ids, { evenLocked: true })
          if (!picked || picked.stops.length === 0) return
          latest.current.onMenu(picked)
        }
      } else if (drag.by !== 'keys') return
      else if (event.key === 'Escape') now.cancel()
      else if (event.key === 'Enter' || event.key === ' ') now.letGo()
      else if (event.key === 'u') now.over({ kind: 'unassigned' })
      else {
        const answered = drag.answer?.kind === 'effect' ? drag.answer.before : undefined
        const next = nextTarget(shown, drag.picked, drag.target, answered, event.key)
        if (next) now.over(next)
        else if (event.key !== 'Tab') return
      }
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOn])
}

/** The stop that has the focus, or all that are selected with it. */
function idsFor(target: EventTarget | null, selected: ReadonlySet<string>): ReadonlySet<string> | null {
  const id = target instanceof Element && !isTyping(target) ? stopAt(target) : null
  if (!id) return null
  return selected.has(id) ? selected : new Set([id])
}

const isTyping = (element: Element) =>
  element.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]') !== null // prettier-ignore

/** Where it is, or the cheapest place of the first route. */
function firstTarget(plan: Plan, { dragged, routeId }: Picked): DropQuestion | null {
  const route = plan.routes.find(({ id }) => id === routeId) ?? plan.routes[0]
  if (!route) return null
  if (!routeId) return { kind: 'best', route_id: route.id }
  const moved = new Set(dragged.stop_ids)
  const at = route.stops.findLastIndex(({ id }) => moved.has(id))
  return { kind: 'place', route_id: route.id, before: route.stops.slice(at + 1).find(isVisit)?.id ?? null }
}

/** What an arrow key leads to; undefined for other keys, and at the ends. */
export function nextTarget(
  plan: Pick<Plan, 'routes'>,
  { dragged }: Pick<Picked, 'dragged'>,
  target: DropQuestion | null,
  answered: string | null | undefined,
  key: string,
): DropQuestion | undefined {
  const { routes } = plan
  const at = routes.findIndex(({ id }) => target && 'route_id' in target && target.route_id === id)
  const down = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (down) {
    const route = routes[Math.min(Math.max(at + down, 0), routes.length - 1)]
    return route && { kind: 'best', route_id: route.id }
  }
  const along = { ArrowRight: 1, ArrowLeft: -1 }[key]
  const route = routes[at]
  if (!along || !route) return undefined
  const moved = new Set(dragged.stop_ids)
  const visits = route.stops.filter((stop) => isVisit(stop) && !moved.has(stop.id)).map(({ id }) => id)
  const before = target?.kind === 'place' ? target.before : (answered ?? null)
  const place = before === null ? visits.length : visits.indexOf(before)
  const next = Math.min(Math.max(place + along, 0), visits.length)
  return { kind: 'place', route_id: route.id, before: visits[next] ?? null }
}
