import type { Dragged } from '#domain/drop/drop-edits.ts'
import { isClosed } from '#domain/plan-change/route-locks.ts'
import type { Plan, Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { deliveriesNamed } from '../changes/proposals.ts'

/** What was picked up. */
export type Picked = {
  dragged: Dragged
  /** The stops as they were then; empty for deliveries on no route. */
  stops: Stop[]
  /** “#12”, “5 deliveries”. */
  label: string
  /** The route that it was picked up on, or the first one. */
  routeId: string | null
  /** How many locked stops were meant as well, and stay. */
  locked: number
}

const fixed: readonly Stop['delivery_status'][] = ['in_transit', 'arrived', 'delivered', 'failed', 'cancelled']
const mayMove = (stop: Stop) => isVisit(stop) && stop.delivery_id !== null && !fixed.includes(stop.delivery_status)

const isLocked = (stop: Stop, route: Route) => stop.locked || isClosed(route)

/**
 * Picks up by ids of stops and unassigned deliveries, to drag them. Null if nothing of it may move. Locked stops stay, unless
 * somebody asks for them by name.
 */
export function pick(plan: Plan, ids: ReadonlySet<string>, { evenLocked = false } = {}): Picked | null {
  const open = plan.routes.map((route) => ({
    route,
    stops: route.stops.filter((stop) => ids.has(stop.id) && mayMove(stop)),
  }))
  const stops = open.flatMap((each) => each.stops.filter((stop) => evenLocked || !isLocked(stop, each.route)))
  const waiting = plan.unassigned.filter(({ delivery_id, location }) => ids.has(delivery_id) && location !== null)
  if (!stops.length && !waiting.length) return null
  const numbers = [...stops, ...waiting].flatMap(({ delivery_number }) => delivery_number ?? [])
  return {
    dragged: { stop_ids: stops.map(({ id }) => id), delivery_ids: waiting.map(({ delivery_id }) => delivery_id) },
    stops,
    label: deliveriesNamed(numbers),
    routeId: plan.routes.find((route) => route.stops.some(({ id }) => stops[0]?.id === id))?.id ?? null,
    locked: open.reduce((sum, each) => sum + each.stops.length, 0) - stops.length,
  }
}

/** Where a press does something else: menus, fields, and a map on which a line is drawn. */
const notHere = 'input, textarea, select, [role=menu], [aria-haspopup], [data-drawing]'

/** Where a press may pick something up, and what: a stop, an unassigned delivery or a whole route. */
export function idsAt(
  target: EventTarget | null,
  plan: Plan,
  selected: ReadonlySet<string>,
): ReadonlySet<string> | null {
  if (!(target instanceof Element) || target.closest(notHere)) return null
  const stop = stopAt(target)
  if (stop) return selected.has(stop) ? selected : new Set([stop])
  const route = target.closest<HTMLElement>('[data-drag-route]')?.dataset.dragRoute
  const stops = plan.routes.find(({ id }) => id === route)?.stops
  return stops ? new Set(stops.map(({ id }) => id)) : null
}

/** The stop or unassigned delivery that an element shows, in the timeline, a list or on the map. */
export function stopAt(element: Element): string | null {
  const shown = element.closest<HTMLElement>('[data-stop], [data-waiting]')
  if (shown) return shown.dataset.stop ?? shown.dataset.waiting ?? null
  return element.closest<HTMLElement>('[data-route] [role=row][data-key]')?.dataset.key ?? null
}

/** What of it is still there after the plan has changed; null if something has gone. */
export function stillThere(plan: Plan, picked: Picked): Picked | null {
  const { stop_ids, delivery_ids } = picked.dragged
  const again = pick(plan, new Set([...stop_ids, ...delivery_ids]))
  const count = (each: Dragged) => each.stop_ids.length + each.delivery_ids.length
  return again && count(again.dragged) === count(picked.dragged) ? again : null
}
