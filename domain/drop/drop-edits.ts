import { AppError } from '../errors.ts'
import { routeIn, type EditFacts, type EditRoute, type EditStop } from '../plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '../plan-change/edit.ts'

/** What is dragged: stops of routes, and deliveries that are on none. */
export type Dragged = { stop_ids: readonly string[]; delivery_ids: readonly string[] }

/** Where it is dropped. */
export type DropTarget =
  /** Before a stop of a route, or at its end. */
  | { kind: 'place'; route_id: string; before: string | null }
  /** On a route in this order, by ids of stops and of deliveries that get their stops there. */
  | { kind: 'order'; route_id: string; order: readonly DropSlot[] }
  /** On a new route of a driver who has none. */
  | { kind: 'driver'; driver_id: string }
  | { kind: 'unassigned' }
  | { kind: 'day'; day: string }

/** A place of a route's order: a stop that is there or moves there, or one that a delivery gets. */
export type DropSlot = { stop_id: string } | { delivery_id: string; kind: EditStop['kind'] }

/** The edits that a drop is. Empty if it changes nothing. */
export function dropEdits(
  routes: readonly EditRoute[],
  dragged: Dragged,
  target: DropTarget,
  facts: EditFacts,
): SettledEdit[] {
  const stops = draggedStops(routes, dragged)
  const moved = [...new Set(stops.map(({ delivery_id }) => delivery_id))]
  switch (target.kind) {
    case 'unassigned':
      return moved.length > 0 ? [{ type: 'remove', delivery_ids: moved }] : []
    case 'day':
      return moved.length > 0 ? [{ type: 'remove', delivery_ids: moved, scheduled_date: target.day }] : []
    case 'driver': {
      const whole = wholeRoute(routes, stops)
      if (whole && dragged.delivery_ids.length === 0)
        return [{ type: 'driver', route_id: whole.id, driver_id: target.driver_id }]
      return [
        ...(moved.length > 0 ? [{ type: 'move' as const, delivery_ids: moved, driver_id: target.driver_id }] : []),
        ...dragged.delivery_ids.map((delivery_id) => ({
          type: 'insert' as const,
          delivery_id,
          driver_id: target.driver_id,
        })),
      ]
    }
    case 'place':
      return toOrder(routes, target.route_id, orderAt(routes, dragged, target, facts), facts)
    case 'order':
      return toOrder(routes, target.route_id, target.order, facts)
  }
}

/** The route that these stops are, if they are one. */
function wholeRoute(routes: readonly EditRoute[], stops: readonly EditStop[]): EditRoute | undefined {
  return routes.find((route) => stops.length > 0 && route.stops.length === stops.length && route.stops.includes(stops[0]!) && stops.every((stop) => route.stops.includes(stop))) // prettier-ignore
}

/** The dragged stops that may still move, in the order of their routes. */
export function draggedStops(routes: readonly EditRoute[], { stop_ids }: Dragged): EditStop[] {
  const ids = new Set(stop_ids)
  return routes.flatMap(({ stops }) => stops.filter(({ id, isDone }) => ids.has(id) && !isDone))
}

type Place = Extract<DropTarget, { kind: 'place' }>

/** The order of the target's stops with what is dragged put together at a place. */
function orderAt(
  routes: readonly EditRoute[],
  dragged: Dragged,
  { route_id, before }: Place,
  facts: EditFacts,
): DropSlot[] {
  const route = routeIn(routes, route_id)
  const own = new Set(draggedStops([route], dragged).map(({ id }) => id))
  const isAll = own.size === draggedStops(routes, dragged).length && dragged.delivery_ids.length === 0
  const coming = isAll ? route.stops.filter(({ id }) => own.has(id)) : comingStops(routes, dragged)
  const gone = new Set(coming.map(({ id }) => id))
  const at = before === null ? route.stops.length : route.stops.findIndex(({ id }) => id === before)
  if (at < 0) throw new AppError('stop_not_found')
  const slots = (some: readonly EditStop[]) => some.filter(({ id }) => !gone.has(id)).map(({ id }) => ({ stop_id: id }))
  const added = dragged.delivery_ids.flatMap((delivery_id) =>
    facts.kindsOf(delivery_id).map((kind) => ({ delivery_id, kind })),
  )
  return [
    ...slots(route.stops.slice(0, at)),
    ...coming.map(({ id }) => ({ stop_id: id })),
    ...added,
    ...slots(route.stops.slice(at)),
  ]
}

/** All stops of the dragged deliveries: what is picked up on the way goes with its pickup. */
function comingStops(routes: readonly EditRoute[], dragged: Dragged): EditStop[] {
  const ids = new Set(draggedStops(routes, dragged).map(({ delivery_id }) => delivery_id))
  return routes.flatMap(({ stops }) => stops.filter(({ delivery_id, isDone }) => ids.has(delivery_id) && !isDone))
}

/** The edits that lead to an order: the route's own stops first, then what comes from elsewhere, one after the other. */
function toOrder(
  routes: readonly EditRoute[],
  routeId: string,
  order: readonly DropSlot[],
  facts: EditFacts,
): SettledEdit[] {
  const route = routeIn(routes, routeId)
  const own = new Map(route.stops.map((stop) => [stop.id, stop]))
  const others = new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.id, stop] as const)))
  const edits: SettledEdit[] = []
  const ownOrder = order.flatMap((slot) => ('stop_id' in slot && own.has(slot.stop_id) ? [slot.stop_id] : []))
  if (ownOrder.some((id, at) => route.stops[at]?.id !== id))
    edits.push({ type: 'reorder', route_id: routeId, stop_ids: ownOrder })
  const seen = new Set<string>()
  order.forEach((slot, at) => {
    const stop = 'stop_id' in slot ? others.get(slot.stop_id) : undefined
    if ('stop_id' in slot && (own.has(slot.stop_id) || !stop)) return
    const delivery_id = stop?.delivery_id ?? (slot as { delivery_id: string }).delivery_id
    if (seen.has(delivery_id)) return
    seen.add(delivery_id)
    const places = order.flatMap((each, index) => (deliveryAt(each, others) === delivery_id ? [index + 1] : []))
    if (stop) addMove(edits, { type: 'move', delivery_ids: [delivery_id], route_id: routeId, position: places[0]! })
    else
      edits.push({
        type: 'insert',
        delivery_id,
        route_id: routeId,
        position: places.at(-1)!,
        ...(places.length > 1 && { pickup_position: at + 1 }),
      })
  })
  return inThatOrder(routes, edits, routeId, order, facts)
}

const deliveryAt = (slot: DropSlot, stops: ReadonlyMap<string, EditStop>) =>
  'stop_id' in slot ? stops.get(slot.stop_id)?.delivery_id : slot.delivery_id

type Move = Extract<SettledEdit, { type: 'move'; position: number }>

/** Deliveries that come one behind the other are one move, which is one sentence. */
function addMove(edits: SettledEdit[], move: Move): void {
  const last = edits.at(-1)
  const follows =
    last?.type === 'move' && last.driver_id === undefined && last.position + last.delivery_ids.length === move.position
  if (!follows) edits.push(move)
  else edits[edits.length - 1] = { ...last, delivery_ids: [...last.delivery_ids, ...move.delivery_ids] }
}

/** Pickups may land elsewhere than wanted, since a move keeps both ends together. Then the order is said as well. */
function inThatOrder(
  routes: readonly EditRoute[],
  edits: SettledEdit[],
  routeId: string,
  order: readonly DropSlot[],
  facts: EditFacts,
): SettledEdit[] {
  const ids = order.flatMap((slot) => ('stop_id' in slot ? [slot.stop_id] : []))
  if (ids.length < order.length || edits.every(({ type }) => type === 'reorder')) return edits
  const after = edits.reduce<EditRoute[]>((before, edit) => applyEdit(before, edit, facts), [...routes])
  const isSo = routeIn(after, routeId).stops.every(({ id }, at) => ids[at] === id)
  return isSo ? edits : [...edits, { type: 'reorder', route_id: routeId, stop_ids: ids }]
}
