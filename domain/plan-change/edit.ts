import { AppError } from '../errors.ts'
import type { PlanEdit } from '../schema/plan-change.ts'
import { arrange } from './arrange.ts'
import {
  begin,
  checkPairs,
  doneCount,
  isAhead,
  newStops,
  replace,
  routeIn,
  takeOut,
  type EditFacts,
  type EditRoute,
  type EditStop,
} from './edit-route.ts'
import { withLock } from './route-locks.ts'

type Insert = Extract<PlanEdit, { type: 'insert' }>
type Move = Extract<PlanEdit, { type: 'move' }>

/** An edit whose places are known. Positions are not optional any more, and improvements are orders. */
export type SettledEdit =
  | (Insert & { route_id: string; position: number; driver_id?: undefined })
  | (Insert & { route_id?: undefined; driver_id: string })
  | (Move & { route_id: string; position: number; driver_id?: undefined })
  | (Move & { route_id?: undefined; driver_id: string })
  | Exclude<PlanEdit, { type: 'insert' | 'move' | 'improve' | 'spread' }>

/**
 * The routes after an edit; those that it does not concern are the same objects.
 * @throws AppError `route_not_found`, `stop_not_found`, `driver_is_ahead`, `pickup_after_delivery`, `delivery_not_on_plan`
 */
export function applyEdit(routes: readonly EditRoute[], edit: SettledEdit, facts: EditFacts): EditRoute[] {
  switch (edit.type) {
    case 'insert':
      if (edit.driver_id !== undefined) return begin(routes, edit.driver_id, newStops(edit.delivery_id, facts), facts)
      return insertDelivery(routes, edit, facts)
    case 'move':
      if (edit.driver_id !== undefined) return moveToNew(routes, edit.delivery_ids, edit.driver_id, facts)
      return edit.delivery_ids.reduce(
        (before: EditRoute[], id, place) => {
          const moved = { delivery_id: id, route_id: edit.route_id, position: edit.position + place }
          return moveDelivery(before, moved, facts)
        },
        [...routes],
      )
    case 'remove':
      return edit.delivery_ids.reduce((before: EditRoute[], id) => takeOut(before, id, facts).routes, [...routes])
    case 'reorder':
      return replace(routes, edit.route_id, (route) => reorder(route, edit.stop_ids, facts))
    case 'reverse':
      return replace(routes, edit.route_id, reverse)
    case 'refresh':
      return routes.map((route) => (!edit.route_id || route.id === edit.route_id ? { ...route } : route))
    case 'driver':
      return replace(routes, edit.route_id, (route) => withDriver(route, edit.driver_id, facts))
    case 'vehicle':
      return replace(routes, edit.route_id, (route) => ({ ...route, vehicle_id: edit.vehicle_id }))
    case 'swap_drivers':
      return swapDrivers(routes, edit.route_id, edit.other_route_id)
    case 'split':
      return split(routes, edit, facts)
    case 'merge':
      return merge(routes, edit.route_id, edit.into_route_id)
    case 'arrange':
      return arrange(routes, edit, facts)
    case 'lock_route':
    case 'unlock_route':
      return replace(routes, edit.route_id, (route) => withLock(route, edit.lock, edit.type === 'lock_route'))
    case 'lock':
    case 'unlock':
      return lock(routes, edit.stop_ids, edit.type === 'lock')
  }
}

type Place = { route_id: string; position: number; pickup_position?: number | undefined }

function insertDelivery(
  routes: readonly EditRoute[],
  { delivery_id, ...place }: Place & { delivery_id: string },
  facts: EditFacts,
): EditRoute[] {
  return replace(routes, place.route_id, (route) => putIn(route, newStops(delivery_id, facts), place, facts))
}

/** Puts the stops of one delivery into a route. */
function putIn(route: EditRoute, stops: EditStop[], { position, pickup_position }: Place, facts: EditFacts): EditRoute {
  const last = stops.at(-1)!
  const pickup = stops.length > 1 ? stops[0] : undefined
  if (pickup && pickup_position !== undefined && pickup_position >= position) {
    throw new AppError('pickup_after_delivery', { numbers: [facts.numberOf(last.delivery_id)] })
  }
  const first = doneCount(route)
  // With its pickup on the route, everything behind it is one place further.
  const withPickup = pickup && insertAt(route, pickup, (pickup_position ?? position) - 1, first, facts)
  const at = pickup && pickup_position === undefined ? position : position - 1
  return insertAt(withPickup ?? route, last, at, first, facts)
}

function insertAt(route: EditRoute, stop: EditStop, index: number, first: number, facts: EditFacts): EditRoute {
  if (index < first) throw isAhead(route, facts)
  return { ...route, stops: route.stops.toSpliced(Math.min(index, route.stops.length), 0, stop) }
}

function moveDelivery(
  routes: readonly EditRoute[],
  { delivery_id: id, ...place }: Place & { delivery_id: string },
  facts: EditFacts,
): EditRoute[] {
  const own = routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
  const open = own?.stops.filter((stop) => stop.delivery_id === id && !stop.isDone) ?? []
  const isPickedUp = open.length > 0 && own!.stops.some((stop) => stop.delivery_id === id && stop.isDone)
  if (isPickedUp && own!.id === place.route_id) {
    const rest = { ...own!, stops: own!.stops.filter((stop) => !open.includes(stop)) }
    const moved = putIn(rest, open, place, facts)
    return routes.map((each) => (each === own ? moved : each))
  }
  const taken = takeOut(routes, id, facts)
  return replace(taken.routes, place.route_id, (route) => putIn(route, taken.stops, place, facts))
}

/** A new route for a driver with these deliveries, in this order. */
function moveToNew(routes: readonly EditRoute[], ids: string[], driverId: string, facts: EditFacts): EditRoute[] {
  const stops: EditStop[] = []
  let left = [...routes]
  for (const id of ids) {
    const taken = takeOut(left, id, facts)
    left = taken.routes
    stops.push(...taken.stops)
  }
  return begin(left, driverId, stops, facts)
}

function reorder(route: EditRoute, ids: string[], facts: EditFacts): EditRoute {
  const byId = new Map(route.stops.map((stop) => [stop.id, stop]))
  const stops = ids.flatMap((id) => byId.get(id) ?? [])
  const isWhole = stops.length === ids.length && new Set(ids).size === route.stops.length
  if (!isWhole) throw new AppError('stop_not_found')
  if (route.stops.slice(0, doneCount(route)).some((stop, place) => stops[place] !== stop)) throw isAhead(route, facts)
  checkPairs(stops, facts)
  return { ...route, stops }
}

/** The open stops the other way round. The two stops of a shipment change places, so that it is picked up first. */
function reverse(route: EditRoute): EditRoute {
  const from = doneCount(route)
  const backwards = route.stops.slice(from).toReversed()
  const ends = Map.groupBy(backwards, ({ delivery_id }) => delivery_id)
  const stops = backwards.map((stop) => {
    const [first, second] = ends.get(stop.delivery_id)!
    if (!second) return stop
    return stop === first ? second : first!
  })
  return { ...route, stops: [...route.stops.slice(0, from), ...stops] }
}

/** Before a route has begun, its driver comes with a vehicle; later, the goods are in the one that it has. */
function withDriver(route: EditRoute, driver_id: string, facts: EditFacts): EditRoute {
  const vehicle_id = doneCount(route) > 0 ? route.vehicle_id : (facts.vehicleOf(driver_id) ?? route.vehicle_id)
  return { ...route, driver_id, vehicle_id }
}

function swapDrivers(routes: readonly EditRoute[], id: string, otherId: string): EditRoute[] {
  const [one, other] = [routeIn(routes, id), routeIn(routes, otherId)]
  const hasBegun = doneCount(one) > 0 || doneCount(other) > 0
  const swapped = (route: EditRoute, from: EditRoute): EditRoute => ({
    ...route,
    driver_id: from.driver_id,
    vehicle_id: hasBegun ? route.vehicle_id : from.vehicle_id,
  })
  return routes.map((each) => (each === one ? swapped(one, other) : each === other ? swapped(other, one) : each))
}

/** What a split or merge may take: open stops, and of a shipment only both. */
function movable(stops: EditStop[], from: number): (stop: EditStop) => boolean {
  const staying = new Set(stops.slice(0, from).map(({ delivery_id }) => delivery_id))
  return (stop) => !staying.has(stop.delivery_id)
}

function split(
  routes: readonly EditRoute[],
  { route_id, stop_id, driver_id }: { route_id: string; stop_id: string; driver_id: string },
  facts: EditFacts,
): EditRoute[] {
  const route = routeIn(routes, route_id)
  const from = route.stops.findIndex(({ id }) => id === stop_id)
  if (from < 0) throw new AppError('stop_not_found')
  if (from < doneCount(route)) throw isAhead(route, facts)
  const moves = movable(route.stops, from)
  const moved = route.stops.slice(from).filter(moves)
  if (!moved.length) throw new AppError('stop_not_found')
  const kept = { ...route, stops: route.stops.filter((stop, index) => index < from || !moves(stop)) }
  const others = routes.map((each) => (each === route ? kept : each))
  return begin(others, driver_id, moved, facts)
}

function merge(routes: readonly EditRoute[], id: string, intoId: string): EditRoute[] {
  const [route, into] = [routeIn(routes, id), routeIn(routes, intoId)]
  if (route === into) return [...routes]
  const from = doneCount(route)
  const moves = movable(route.stops, from)
  const moved = route.stops.slice(from).filter(moves)
  const kept = { ...route, stops: route.stops.filter((stop, index) => index < from || !moves(stop)) }
  const joined = { ...into, stops: [...into.stops, ...moved] }
  return routes.map((each) => (each === route ? kept : each === into ? joined : each))
}

function lock(routes: readonly EditRoute[], ids: string[], locked: boolean): EditRoute[] {
  const wanted = new Set(ids)
  const known = new Set(routes.flatMap(({ stops }) => stops.map(({ id }) => id)))
  if (ids.some((id) => !known.has(id))) throw new AppError('stop_not_found')
  return routes.map((route) =>
    route.stops.some(({ id }) => wanted.has(id))
      ? { ...route, stops: route.stops.map((stop) => (wanted.has(stop.id) ? { ...stop, locked } : stop)) }
      : route,
  )
}
