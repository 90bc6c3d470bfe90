import { AppError } from '../errors.ts'
import type { RouteLock, StopKind } from '../schema/plan.ts'

/** A stop where somebody is visited. Breaks and visits to depots follow from these. */
export type EditStop = {
  id: string
  kind: Extract<StopKind, 'pickup' | 'delivery'>
  delivery_id: string
  /** The driver has been here, or is on the way: it stays, and nothing comes before it. */
  isDone: boolean
  locked: boolean
}

/** A route as far as a dispatcher decides about it. Its times follow. */
export type EditRoute = {
  id: string
  driver_id: string
  vehicle_id: string | null
  /** Absent for none. */
  locks?: readonly RouteLock[]
  stops: EditStop[]
}

/** What an edit needs to know besides the routes. */
export type EditFacts = {
  /** The kinds of stops that a delivery needs, in order. */
  kindsOf(deliveryId: string): EditStop['kind'][]
  /** The vehicle that a driver usually takes, if any. */
  vehicleOf(driverId: string): string | null
  nameOf(driverId: string): string
  numberOf(deliveryId: string): number
  newId(): string
}

/** @throws AppError `route_not_found` */
export function routeIn(routes: readonly EditRoute[], id: string): EditRoute {
  const route = routes.find((each) => each.id === id)
  if (!route) throw new AppError('route_not_found')
  return route
}

/** How many stops nothing can be put before any more. */
export const doneCount = (route: EditRoute): number => route.stops.findLastIndex(({ isDone }) => isDone) + 1

export function replace(
  routes: readonly EditRoute[],
  id: string,
  change: (route: EditRoute) => EditRoute,
): EditRoute[] {
  const route = routeIn(routes, id)
  return routes.map((each) => (each === route ? change(route) : each))
}

export const isAhead = (route: EditRoute, facts: EditFacts) =>
  new AppError('driver_is_ahead', {
    detail: `${facts.nameOf(route.driver_id)} is past that place of the route, or on the way there.`,
    route_id: route.id,
  })

export function newStops(delivery_id: string, { kindsOf, newId }: EditFacts): EditStop[] {
  return kindsOf(delivery_id).map((kind) => ({ id: newId(), kind, delivery_id, isDone: false, locked: false }))
}

/** The routes with another one, for a driver who comes with their vehicle. */
export function begin(
  routes: readonly EditRoute[],
  driver_id: string,
  stops: EditStop[],
  facts: EditFacts,
): EditRoute[] {
  return [...routes, { id: facts.newId(), driver_id, vehicle_id: facts.vehicleOf(driver_id), stops }]
}

/** Takes the open stops of a delivery off its route. */
export function takeOut(
  routes: readonly EditRoute[],
  deliveryId: string,
  facts: EditFacts,
): { routes: EditRoute[]; stops: EditStop[]; from: EditRoute; index: number } {
  const from = routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === deliveryId))
  if (!from) throw new AppError('delivery_not_on_plan')
  const stops = from.stops.filter(({ delivery_id }) => delivery_id === deliveryId)
  // What has been picked up is on board of this vehicle.
  if (stops.some(({ isDone }) => isDone)) throw isAhead(from, facts)
  const kept = { ...from, stops: from.stops.filter(({ delivery_id }) => delivery_id !== deliveryId) }
  const index = from.stops.indexOf(stops.at(-1)!)
  return { routes: routes.map((each) => (each === from ? kept : each)), stops, from, index }
}

/** @throws AppError `pickup_after_delivery` */
export function checkPairs(stops: EditStop[], facts: EditFacts): void {
  const delivered = new Set<string>()
  for (const { kind, delivery_id } of stops) {
    if (kind === 'delivery') delivered.add(delivery_id)
    else if (delivered.has(delivery_id)) {
      throw new AppError('pickup_after_delivery', { numbers: [facts.numberOf(delivery_id)] })
    }
  }
}
