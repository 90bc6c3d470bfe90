import { AppError } from '#domain/errors.ts'
import { checkOrder } from '#domain/orders/check-order.ts'
import { routeIn, type EditRoute } from '#domain/plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '#domain/plan-change/edit.ts'
import { effectOf } from '#domain/plan-change/effect.ts'
import { isClosed } from '#domain/plan-change/route-locks.ts'
import type { PlanEdit, PlanPlace, PlanPlaces, PlanWarning } from '#domain/schema/plan-change.ts'
import type { Trx } from '../../db/connect.ts'
import { planOf } from '../../engine/answer.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  asExpected,
  deliveryIn,
  driverIn,
  driversWithoutRoute,
  editable,
  factsOf,
  judged,
  namedIn,
  nameOf,
  possibleRoutes,
  timeRoute,
  type ChangedDelivery,
  type PlanToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'
import { orderQuestion, placesQuestion, shortestDetours, whereabouts, worthOf } from './rules.ts'

// What other features need of this one's rules.
export { placesQuestion } from './rules.ts'

export type Tools = {
  engine: Engine
  newId: () => string
  workspaceId: string
  /** Hears what a dispatcher should know of the places that were found. */
  note?: (warning: PlanWarning) => void
}

/** A place for a delivery: which route, and where among its pickups and deliveries. */
type Place = { route_id: string; position: number; pickup_position?: number }

/**
 * An edit as steps whose places are known. Each step sees the routes as the one before left them.
 * @throws AppError `delivery_not_found`, `delivery_on_route`, `delivery_state`, `no_position`, `fits_nowhere`, `route_not_found`
 */
export async function* settle(
  tools: Tools,
  day: PlanToChange,
  routes: () => readonly EditRoute[],
  edit: PlanEdit,
): AsyncGenerator<SettledEdit> {
  switch (edit.type) {
    case 'insert': {
      const { driver_id, route_id, position, ...insert } = edit
      const delivery = insertable(day, routes(), insert.delivery_id)
      checkWindow(delivery, edit)
      const own = driver_id && routes().find((route) => route.driver_id === driver_id)?.id
      if (driver_id !== undefined && !own) {
        driverIn(day, driver_id)
        yield { type: 'insert', delivery_id: insert.delivery_id, driver_id }
      } else if (position !== undefined && route_id !== undefined) {
        yield { ...insert, route_id, position }
      } else {
        yield { ...insert, ...(await cheapestPlace(tools, day, routes(), delivery, own ?? route_id)) }
      }
      return
    }
    case 'move': {
      const { driver_id, route_id, ...move } = edit
      const own = driver_id && routes().find((route) => route.driver_id === driver_id)?.id
      const to = own || route_id
      if (!to) {
        driverIn(day, driver_id!)
        yield { ...move, driver_id: driver_id! }
        return
      }
      for (const [place, id] of edit.delivery_ids.entries()) {
        const one = { ...move, route_id: to, delivery_ids: [id] }
        if (edit.position !== undefined) {
          yield { ...one, position: edit.position + place }
        } else {
          const facts = factsOf(day, tools.newId)
          const without = applyEdit(routes(), { type: 'remove', delivery_ids: [id] }, facts)
          yield { ...one, ...(await cheapestPlace(tools, day, without, deliveryIn(day, id), to)) }
        }
      }
      return
    }
    case 'improve': {
      const order = await bestOrder(tools, day, routeIn(routes(), edit.route_id))
      if (order) yield { type: 'reorder', route_id: edit.route_id, stop_ids: order }
      return
    }
    case 'spread':
      yield* spread(tools, day, routes, edit.route_id)
      return
    default:
      checkEdit(day, routes(), edit)
      yield edit
  }
}

/**
 * Takes the open deliveries of a route whose vehicle broke down to where they cost least on the others, those with the
 * earliest arrivals first. What fits nowhere in time goes on no route. What the driver has picked up stays on board.
 */
async function* spread(
  tools: Tools,
  day: PlanToChange,
  routes: () => readonly EditRoute[],
  routeId: string,
): AsyncGenerator<SettledEdit> {
  const route = routeIn(routes(), routeId)
  const { stops, driver_id } = route
  const begun = new Set(stops.flatMap((stop) => (stop.isDone ? [stop.delivery_id] : [])))
  const open = [...new Set(stops.flatMap((stop) => (stop.isDone ? [] : [stop.delivery_id])))]
  const moved = open.filter((id) => !begun.has(id))
  const about = { route_id: routeId }
  const name = nameOf(day, driver_id)
  const where = whereabouts(day, route)
  if ((begun.size > 0 || where) && moved.length > 0) {
    const seen = where ? `, last seen ${where}` : ''
    const sentence = `What ${name} has loaded is in that vehicle${seen}. Whoever takes it over has to fetch it there.`
    tools.note?.({ code: 'on_board', sentence, ...about })
  }
  for (const id of open.filter((each) => begun.has(each))) {
    const sentence = `Delivery ${deliveryIn(day, id).number} was picked up and stays with ${name}, who can hand it over to another driver.`
    tools.note?.({ code: 'on_board', sentence, delivery_id: id, ...about })
  }
  for (const id of moved) {
    const others = routes().filter((route) => route.id !== routeId)
    const delivery = deliveryIn(day, id)
    const { places, reason } = await cheapestPlaces(tools, day, others, delivery, 1)
    if (places[0]) {
      const { route_id, position } = places[0]
      yield { type: 'move', delivery_ids: [id], route_id, position: places[0].pickup_position ?? position }
      continue
    }
    const idle = possibleRoutes(day, idleOn(day, routes()), tools.newId)
    const anew = idle.length ? (await cheapestPlaces(tools, day, idle, delivery, 1)).places[0] : undefined
    if (anew) {
      yield { type: 'move', delivery_ids: [id], driver_id: routeIn(idle, anew.route_id).driver_id }
      continue
    }
    const sentence = `Delivery ${delivery.number} fits on no other route. ${reason ?? ''}`.trim()
    tools.note?.({ code: 'fits_nowhere', sentence, delivery_id: id })
    yield { type: 'remove', delivery_ids: [id] }
  }
}

/** Drivers of the workspace who have no route by now. */
const idleOn = ({ drivers }: PlanToChange, routes: readonly EditRoute[]) =>
  [...drivers.keys()].filter((id) => !routes.some(({ driver_id }) => driver_id === id))

/** What edits speak of, and the drivers without a route for those that may use them. */
export async function namedWithIdle(trx: Trx, workspaceId: string, planId: string, edits: readonly PlanEdit[]) {
  const named = namedIn(edits)
  if (!edits.some(({ type }) => type === 'spread')) return named
  return { ...named, driverIds: [...named.driverIds, ...(await driversWithoutRoute(trx, workspaceId, planId))] }
}

/**
 * Whether what an edit names is there and free for it, whatever its place is.
 * @throws AppError as `settle` does, and `driver_not_found`, `vehicle_not_found`
 */
export function checkEdit(day: PlanToChange, routes: readonly EditRoute[], edit: PlanEdit): void {
  if (edit.type === 'arrange') checkArrangeable(day, routes, edit)
  if (edit.type === 'insert') checkWindow(insertable(day, routes, edit.delivery_id), edit)
  if ('driver_id' in edit && edit.driver_id !== undefined) driverIn(day, edit.driver_id)
  const vehicleId = edit.type === 'vehicle' ? edit.vehicle_id : null
  if (vehicleId && !day.vehicles.has(vehicleId)) throw new AppError('vehicle_not_found')
}

/** @throws AppError `validation_failed` */
function checkWindow(delivery: ChangedDelivery, { window }: Extract<PlanEdit, { type: 'insert' }>): void {
  if (!window) return
  const { pickup, ready_time, more_windows } = delivery
  const errors = checkOrder({
    window_start: window.start,
    window_end: window.end,
    more_windows,
    ready_time,
    pickup_window_start: pickup?.window_start,
    pickup_window_end: pickup?.window_end,
  })
  if (errors.length) throw new AppError('validation_failed', { errors })
}

/** Whoever comes onto the plan waits for a route, and whoever gets a route works for the workspace. */
function checkArrangeable(
  day: PlanToChange,
  routes: readonly EditRoute[],
  { routes: named }: Extract<PlanEdit, { type: 'arrange' }>,
): void {
  const here = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  for (const { driver_id, stops } of named) {
    if (driver_id) driverIn(day, driver_id)
    for (const { delivery_id } of stops) if (!here.has(delivery_id)) insertable(day, routes, delivery_id)
  }
}

/** A delivery that waits for a route. */
function insertable(day: PlanToChange, routes: readonly EditRoute[], id: string): ChangedDelivery {
  const delivery = deliveryIn(day, id)
  const { number, status } = delivery
  const isHere = routes.some(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
  // An edit before this one may have taken it off.
  const wasHere = day.routes.some(({ route }) => route.id === delivery.route_id)
  const isTaken = status === 'planned' || status === 'dispatched'
  if (isHere || (isTaken && !wasHere)) {
    throw new AppError('delivery_on_route', { detail: `On a route: ${number}.`, numbers: [number] })
  }
  if (status !== 'pending' && !isTaken) {
    throw new AppError('delivery_state', { detail: `Delivery ${number} is ${status}.`, numbers: [number] })
  }
  if (!delivery.location) throw new AppError('no_position', { numbers: [number] })
  return delivery
}

/** The cheapest place in one route, or in all. In one route, there always is one, however late it makes the route. */
async function cheapestPlace(
  tools: Tools,
  day: PlanToChange,
  routes: readonly EditRoute[],
  delivery: ChangedDelivery,
  routeId: string | undefined,
): Promise<Place> {
  const among = routeId ? [routeIn(routes, routeId)] : routes.filter((route) => !isClosed(route))
  const { places, reason } = await cheapestPlaces(tools, day, among, delivery, 1)
  if (places[0]) return places[0]
  if (!routeId) throw new AppError('fits_nowhere', { ...(reason && { detail: reason }) })
  return leastBad(tools, day, among[0]!, delivery)
}

/** Of the places with the shortest detours, the one that makes the route least late. */
function leastBad(tools: Tools, day: PlanToChange, route: EditRoute, delivery: ChangedDelivery): Place {
  const facts = factsOf(day, tools.newId)
  const [best] = shortestDetours(day, route, delivery, 8)
    .map((position) => {
      const edit = { type: 'insert' as const, delivery_id: delivery.id, route_id: route.id, position }
      const [after] = applyEdit([route], edit, facts)
      return { position, worth: worthOf(day, timeRoute(day, after!, tools.newId)) }
    })
    .toSorted((a, b) => a.worth[0] - b.worth[0] || a.worth[1] - b.worth[1])
  return { route_id: route.id, position: best!.position }
}

/** The engine's cheapest places for a delivery, or why there is none. */
export async function cheapestPlaces(
  { engine, workspaceId }: Tools,
  day: PlanToChange,
  routes: readonly EditRoute[],
  delivery: ChangedDelivery,
  most: number,
): Promise<{ places: Place[]; reason: string | null }> {
  const asked = placesQuestion(day, routes, delivery)
  if ('why' in asked) return { places: [], reason: asked.why }
  const { routeOf, sayWhy, ...question } = asked
  if (!question.problem.vehicles.length) return { places: [], reason: 'No driver of this plan can take it.' }
  const answer = await engine.places({ ...question, count: most }, workspaceId)
  if (answer.kind === 'refused') throw new AppError('plan_outdated', { detail: answer.message })
  return {
    reason: answer.reason ? sayWhy(answer.reason) : null,
    places: answer.places.map(({ vehicle, positions }) => ({
      route_id: routeOf.get(vehicle)!,
      position: positions.at(-1)! + 1,
      ...(positions.length > 1 && { pickup_position: positions[0]! + 1 }),
    })),
  }
}

const isVisitStep = ({ type }: { type: string }) => type === 'job' || type === 'pickup' || type === 'delivery'

/** The best order of a route's open stops, by their ids, or undefined if it is no better than what it has. */
async function bestOrder({ engine, newId }: Tools, day: PlanToChange, route: EditRoute): Promise<string[] | undefined> {
  const current = worthOf(day, timeRoute(day, route, newId))
  for (const isSoft of [false, true]) {
    const { problem, open, stopOf } = orderQuestion(day, route, isSoft)
    if (open.length < 2) return undefined
    const answer = planOf(await engine.solve({ problem, timeLimitSeconds: 1, untilSettled: true, seed: 1 }))
    if (answer.unassigned.length) continue
    const order = answer.routes[0]!.steps.flatMap((step) => (isVisitStep(step) ? (stopOf(step) ?? []) : []))
    let next = 0
    const stops = route.stops.map((stop) => (open.includes(stop) ? order[next++]! : stop))
    const worth = worthOf(day, timeRoute(day, { ...route, stops }, newId))
    const isBetter = worth[0] < current[0] || (worth[0] === current[0] && worth[1] < current[1])
    return isBetter ? stops.map(({ id }) => id) : undefined
  }
  return undefined
}

/**
 * The cheapest places for one more delivery, each with what it changes: on routes, and on a new one of these drivers.
 * @throws AppError `delivery_not_found`, `delivery_on_route`, `delivery_state`, `no_position`
 */
export async function findPlaces(
  tools: Tools,
  day: PlanToChange,
  deliveryId: string,
  idleIds: readonly string[],
): Promise<PlanPlaces> {
  const routes = editable(day)
  const delivery = insertable(day, routes, deliveryId)
  const { places, reason } = await cheapestPlaces(tools, day, routes, delivery, 3)
  const possible = possibleRoutes(day, idleIds, tools.newId)
  const begun = possible.length ? (await cheapestPlaces(tools, day, possible, delivery, 1)).places : []
  const on = (place: Place) => placeAfter(tools, day, { type: 'insert', delivery_id: deliveryId, ...place })
  const anew = ({ route_id }: Place) => {
    const { driver_id } = routeIn(possible, route_id)
    return placeAfter(tools, day, { type: 'insert', delivery_id: deliveryId, driver_id })
  }
  return { reason, places: [...places.map(on), ...begun.map(anew)] }
}

/** A place for a delivery, with what putting it there changes. */
function placeAfter(tools: Tools, day: PlanToChange, edit: SettledEdit & { type: 'insert' }): PlanPlace {
  const facts = factsOf(day, tools.newId)
  const edited = applyEdit(editable(day), edit, facts).find(({ stops }) =>
    stops.some(({ delivery_id }) => delivery_id === edit.delivery_id),
  )!
  const after = timeRoute(day, edited, tools.newId)
  const before = day.routes.filter(({ route }) => route.id === edited.id).map((whole) => asExpected(day, whole))
  const judge = (whole: WholeRoute) => judged(day, whole)
  const stop = after.stops.find(({ delivery_id }) => delivery_id === edit.delivery_id)!
  return {
    route_id: edit.route_id ?? null,
    driver_id: edited.driver_id,
    driver_name: after.route.driver_name,
    position: edit.position ?? edited.stops.length,
    pickup_position: edit.pickup_position ?? null,
    arrival_at: stop.arrival_at,
    effect: effectOf(before.map(judge), [judge(after)], {
      numberOf: facts.numberOf,
      tolerance: day.settings.promise_tolerance_minutes,
    }),
  }
}
