import { AppError } from '#domain/errors.ts'
import { distanceKm } from '#domain/great-circle.ts'
import { doneCount, routeIn, type EditRoute, type EditStop } from '#domain/plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '#domain/plan-change/edit.ts'
import { isClosed } from '#domain/plan-change/route-locks.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import type { Remedy, RemedyKind, RouteRemedies } from '#domain/schema/plan-risk.ts'
import { dayAfter } from '#domain/time.ts'
import { workOut } from '../plan-changes/commands.ts'
import {
  deliveryIn,
  editable,
  factsOf,
  nameOf,
  possibleRoutes,
  timeRoute,
  timesOf,
  type ChangedDelivery,
  type PlanToChange,
} from '../changeable-plans/queries.ts'
import { cheapestPlaces, type Tools } from '../plan-places/queries.ts'
import {
  budget,
  dayNamed,
  goesOn,
  isBetter,
  lateStops,
  latenessOf,
  named,
  paceOf,
  ranked,
  sayGiven,
  type Lateness,
} from './rules.ts'

type Asked = {
  /** The plan as drivers see it, of which arrivals are expected. */
  published: PlanToChange
  /** The plan with the changes that are not published. */
  day: PlanToChange
  idleIds: readonly string[]
  /** What is late by less does not count, in seconds. */
  limit: number
}
type Case = Asked & { tools: Tools; route: EditRoute; now: Lateness; pace: (routeId: string) => number }
/** Edits that may help, and what to call them. */
type Idea = { kind: RemedyKind; label: string; changes: PlanEdit[]; moved: number }

const mostShown = 3

/**
 * The best remedies for a route, with what each would do.
 * @throws AppError `route_not_found`
 */
export async function findRemedies(tools: Tools, asked: Asked, routeId: string): Promise<RouteRemedies> {
  const { day, published, limit } = asked
  const route = routeIn(editable(day), routeId)
  const paces = new Map(day.routes.map((each) => [each.route.id, paceOf(published, each.route.id)]))
  const pace = (id: string) => paces.get(id) ?? 1
  const whole = goesOn(day, routeId)!
  const late = lateStops(day, whole, pace(routeId)).filter(({ late_seconds }) => late_seconds > limit)
  const now = latenessOf(day, whole, { pace: pace(routeId), limit })
  const at: Case = { ...asked, tools, route, now, pace }
  const lateIds = [...new Set(late.map(({ stop }) => stop.delivery_id!))]
  const isStuck = !day.drivers.has(route.driver_id) || !timesOf(day, route).works
  const ideas = [
    ...(isStuck || doneCount(route) === 0 ? handOver(at) : []),
    ...(isStuck ? [spreading(at)] : []),
    ...(now.stops > 0 && !isStuck ? [await give(at), earlier(at, lateIds), anotherDay(at, lateIds)] : []),
  ].flatMap((idea) => idea ?? [])
  const tried: Remedy[] = []
  for (const idea of ideas) {
    const remedy = await tryOut(at, idea)
    if (remedy && (isStuck || remedy.late_stops_left < now.stops)) tried.push(remedy)
  }
  const tell = late.length > 0 ? [telling(at, late)] : []
  return {
    plan_version: day.plan.version,
    route_id: routeId,
    budget,
    late_stops: now.stops,
    remedies: [...ranked(tried).slice(0, mostShown - tell.length), ...tell],
  }
}

/** What an idea does, or null if it is not possible or breaks more promises than it may. */
async function tryOut(at: Case, { kind, label, changes, moved }: Idea): Promise<Remedy | null> {
  const { tools, day, limit, pace, route } = at
  try {
    const work = await workOut(tools, day, changes)
    const after = { ...day, routes: work.after }
    const left = work.after.map((whole) => latenessOf(after, whole, { pace: pace(whole.route.id), limit }))
    const takers = day.routes.filter(({ route: { id } }) => id !== route.id && work.after.some((each) => each.route.id === id)) // prettier-ignore
    const before = takers.map((whole) => latenessOf(day, goesOn(day, whole.route.id)!, { pace: pace(whole.route.id), limit })) // prettier-ignore
    const isLastResort = kind === 'another_day' || kind === 'spread'
    if (!isLastResort && work.effect.promises.length > budget.promises_broken) return null
    return {
      kind,
      label,
      changes,
      stops_moved: moved,
      late_stops_left: Math.max(0, count(left) - count(before)),
      effect: work.effect,
      recipients: work.effect.recipients,
    }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const count = (all: readonly Lateness[]) => all.reduce((sum, { stops }) => sum + stops, 0)

/** How late the route is with an edit, as long as it is not tried out with the others. */
function latenessWith({ day, tools, limit, pace }: Case, routes: readonly EditRoute[], id: string): Lateness {
  const route = routes.find((each) => each.id === id)
  if (!route?.stops.length) return { stops: 0, seconds: 0 }
  return latenessOf({ ...day }, timeRoute(day, route, tools.newId), { pace: pace(id), limit })
}

const openStops = (route: EditRoute): EditStop[] => route.stops.slice(doneCount(route)).filter(({ locked }) => !locked)

/** Deliveries that can leave a route: nothing of them is done. */
function movable(route: EditRoute): string[] {
  const begun = new Set(route.stops.flatMap((stop) => (stop.isDone ? [stop.delivery_id] : [])))
  return [...new Set(openStops(route).map(({ delivery_id }) => delivery_id))].filter((id) => !begun.has(id))
}

/** So many deliveries are looked at, for which a place has to be found. */
const mostAsked = 4

/** Gives as few stops as possible to drivers who bring them in time at the least cost. */
async function give(at: Case): Promise<Idea | null> {
  const { day, tools, route } = at
  const facts = factsOf(day, tools.newId)
  const given: { number: number; to: string }[] = []
  const changes: PlanEdit[] = []
  let [routes, late]: [EditRoute[], Lateness] = [editable(day), at.now]
  while (changes.length < budget.stops_moved && late.stops > 0) {
    const without = movable(routeIn(routes, route.id))
      .map((id) => {
        const left = applyEdit(routes, { type: 'remove', delivery_ids: [id] }, facts)
        return { id, left, late: latenessWith(at, left, route.id) }
      })
      .filter((each) => isBetter(each.late, late))
      .toSorted((a, b) => (isBetter(a.late, b.late) ? -1 : 1))
      .slice(0, mostAsked)
    const found = await firstOf(without, async ({ id, left, late: then }) => {
      const place = await placeFor(at, changes, left, deliveryIn(day, id))
      return place && { id, late: then, ...place }
    })
    if (!found) break
    routes = applyEdit(routes, found.step, facts)
    late = found.late
    changes.push(found.change)
    given.push({ number: deliveryIn(day, found.id).number, to: found.to })
  }
  return changes.length ? { kind: 'give', label: sayGiven(given), changes, moved: changes.length } : null
}

async function firstOf<T, R>(all: readonly T[], find: (each: T) => Promise<R | null>): Promise<R | null> {
  for (const each of all) {
    const found = await find(each)
    if (found) return found
  }
  return null
}

/** So many routes around a place are asked, for so many places each time. */
const mostTakers = 8
const mostPlaces = 3

/** A delivery given away: the edit, and the same on the routes so far, some of which the plan does not have yet. */
type Given = { change: PlanEdit; step: SettledEdit; to: string }

/**
 * The cheapest place on the routes around, or else on a new one of a driver who has none, that breaks no promise.
 * @param changes what is given already
 * @param left the routes without the delivery
 */
async function placeFor(
  { day, tools, route, idleIds }: Case,
  changes: readonly PlanEdit[],
  left: readonly EditRoute[],
  delivery: ChangedDelivery,
): Promise<Given | null> {
  const others = left.filter((each) => each.id !== route.id && !isClosed(each))
  const near = others.toSorted((a, b) => distanceTo(day, a, delivery) - distanceTo(day, b, delivery))
  const asked = [
    { takers: near.slice(0, mostTakers), isNew: false },
    { takers: possibleRoutes(day, idleIds, tools.newId).slice(0, mostTakers), isNew: true },
  ]
  for (const { takers, isNew } of asked) {
    const { places } = await cheapestPlaces(tools, day, takers, delivery, mostPlaces)
    const found = await firstOf(places, async ({ route_id, position, pickup_position }): Promise<Given | null> => {
      const { driver_id } = routeIn(takers, route_id)
      const move = { type: 'move' as const, delivery_ids: [delivery.id] }
      const anew = { ...move, driver_id }
      const step = isNew ? anew : { ...move, route_id, position: pickup_position ?? position }
      const change = day.routes.some((each) => each.route.id === route_id) ? step : anew
      const { effect } = await workOut(tools, day, [...changes, change])
      return effect.promises.length <= budget.promises_broken ? { to: nameOf(day, driver_id), change, step } : null
    })
    if (found) return found
  }
  return null
}

/** From the next place that a route goes to. */
function distanceTo(day: PlanToChange, route: EditRoute, { location }: ChangedDelivery): number {
  const places = openStops(route).flatMap(({ delivery_id }) => day.deliveries.get(delivery_id)?.location ?? [])
  return location ? Math.min(Infinity, ...places.map((place) => distanceKm(place, location))) : Infinity
}

/** So many late stops are tried at all earlier places. */
const mostTried = 4

/** Puts one late stop earlier on its own route. */
function earlier(at: Case, lateIds: readonly string[]): Idea | null {
  const { day, tools, route } = at
  const facts = factsOf(day, tools.newId)
  const routes = editable(day)
  const ideas = lateIds.slice(0, mostTried).flatMap((id) => {
    const place = route.stops.findIndex(({ delivery_id, isDone }) => delivery_id === id && !isDone)
    const first = doneCount(route)
    return Array.from({ length: Math.max(0, place - first) }, (_, step) => {
      const edit = { type: 'move' as const, delivery_ids: [id], route_id: route.id, position: first + step + 1 }
      return { edit, late: latenessWith(at, applyEdit(routes, edit, facts), route.id) }
    })
  })
  const best = ideas
    .filter(({ late }) => isBetter(late, at.now))
    .toSorted((a, b) => (isBetter(a.late, b.late) ? -1 : 1))[0]
  if (!best) return null
  const { position, delivery_ids } = best.edit
  const before = route.stops[position - 1]!.delivery_id
  const where = position === doneCount(route) + 1 ? 'next' : `before ${named([deliveryIn(day, before).number])}`
  const label = `Bring ${named([deliveryIn(day, delivery_ids[0]!).number])} ${where}`
  return { kind: 'earlier', label, changes: [best.edit], moved: 1 }
}

/** Leaves late stops for the next day, as few as it takes. */
function anotherDay(at: Case, lateIds: readonly string[]): Idea | null {
  const { day, tools, route } = at
  const facts = factsOf(day, tools.newId)
  const left = new Set(lateIds.filter((id) => movable(route).includes(id)))
  const taken: string[] = []
  let [routes, late]: [EditRoute[], Lateness] = [editable(day), at.now]
  while (taken.length < budget.stops_moved && late.stops > 0 && left.size > 0) {
    const [best] = [...left]
      .map((id) => {
        const without = applyEdit(routes, { type: 'remove', delivery_ids: [id] }, facts)
        return { id, routes: without, late: latenessWith(at, without, route.id) }
      })
      .toSorted((a, b) => (isBetter(a.late, b.late) ? -1 : 1))
    routes = best!.routes
    late = best!.late
    left.delete(best!.id)
    taken.push(best!.id)
  }
  if (!taken.length) return null
  const scheduled_date = dayAfter(day.day)
  const label = `Bring ${named(taken.map((id) => deliveryIn(day, id).number))} on ${dayNamed(scheduled_date)}`
  return {
    kind: 'another_day',
    label,
    changes: [{ type: 'remove', delivery_ids: taken, scheduled_date }],
    moved: taken.length,
  }
}

/** Gives the whole route to somebody who has none. */
function handOver({ day, tools, route, idleIds }: Case): Idea[] {
  const [idle] = possibleRoutes(day, idleIds, tools.newId)
  const begun = doneCount(route) > 0
  // What is loaded is in a vehicle that may not drive.
  const isBlocked = route.vehicle_id !== null && day.vehicles.get(route.vehicle_id)?.blocked
  if (!idle || (begun && isBlocked)) return []
  const { driver_id } = idle
  const label = `Give the route to ${nameOf(day, driver_id)}`
  const moved = movable(route).length
  return [{ kind: 'driver', label, changes: [{ type: 'driver', route_id: route.id, driver_id }], moved }]
}

const spreading = ({ route }: Case): Idea => ({
  kind: 'spread',
  label: 'Spread the stops over the others',
  changes: [{ type: 'spread', route_id: route.id }],
  moved: movable(route).length,
})

/** Tells whoever waits, and changes nothing. */
function telling({ day, now }: Case, late: ReturnType<typeof lateStops>): Remedy {
  const recipients = late.map(({ stop, arrival_at }) => ({
    delivery_id: stop.delivery_id!,
    number: deliveryIn(day, stop.delivery_id!).number,
    was_at: stop.promised_at ?? stop.arrival_at,
    will_at: arrival_at,
  }))
  const label =
    recipients.length === 1 ? `Tell the recipient of #${recipients[0]!.number}` : `Tell ${recipients.length} recipients`
  return { kind: 'tell', label, changes: [], stops_moved: 0, late_stops_left: now.stops, effect: null, recipients }
}
