import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { doneCount, type EditRoute } from '#domain/plan-change/edit-route.ts'
import type { SettledEdit } from '#domain/plan-change/edit.ts'
import { effectOf } from '#domain/plan-change/effect.ts'
import type { KeptStep, Replay } from '#domain/plan-change/replay.ts'
import { brokenLocks } from '#domain/plan-change/route-locks.ts'
import { newWarnings } from '#domain/plan-change/warnings.ts'
import { plannedFrom } from '#domain/plan/planned-from.ts'
import type { PlanEdit, PlanEffect, PlanWarning } from '#domain/schema/plan-change.ts'
import type { Unassigned } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import {
  asExpected,
  deliveryIn,
  editable,
  isEstimated,
  judged,
  nameOf,
  storedStops,
  timeRoute,
  warned,
  type ChangedDelivery,
  type DayToChange,
  type PlanToChange,
  type RouteRow,
  type StopRow,
  type WholeRoute,
} from '../changeable-plans/queries.ts'
import type { ReplacedFields } from '../deliveries/commands.ts'

/** A change that has been worked out on a plan as it was read, and is to be stored. */
export type WorkedOut = {
  read: PlanToChange
  edits: PlanEdit[]
  sentence: string
  before: WholeRoute[]
  after: WholeRoute[]
  removed: string[]
  effect: PlanEffect
  warnings: PlanWarning[]
  undoes: string | null
  /** Routes whose drives have all been measured by now. */
  measured: string[]
  /** Fields of deliveries that were replaced already, and are to be remembered. */
  replaced: ReplacedFields[]
  /** Fields of deliveries to give back. */
  putBack: ReplacedFields[]
  /** What the engine said when it found places. */
  notes?: PlanWarning[]
  /** The edits with places that are known, to be made again on a plan that is different by then. */
  steps?: KeptStep[]
  /** How many unpublished changes the plan has afterwards, unless it keeps those that it has. */
  unpublished?: number
}

/** Routes after edits whose places are known. */
type Edited = {
  edits: PlanEdit[]
  sentence: string
  original: EditRoute[]
  routes: EditRoute[]
  /** Deliveries that were locked in their place and have left it. */
  moved: Set<string>
}

/** What edited routes are as routes with times, and what that changes. */
export function outcome(
  newId: () => string,
  plan: PlanToChange,
  { edits, sentence, original, routes, moved }: Edited,
): WorkedOut {
  const read = withWindows(plan, edits)
  const kept = routes.filter(({ stops }) => stops.some(({ delivery_id }) => delivery_id !== null))
  const touched = kept.filter((route) => !original.includes(route))
  const stored = new Map(read.routes.map((whole) => [whole.route.id, whole]))
  const timed = touched.map((route) => timeRoute(read, route, newId))
  const after = timed.filter((whole) => !isSameRoute(stored.get(whole.route.id), whole))
  const removed = read.routes.map(({ route }) => route.id).filter((id) => !kept.some((route) => route.id === id))
  const changed = new Set([...removed, ...after.map(({ route }) => route.id)])
  const before = read.routes.filter(({ route }) => changed.has(route.id))
  const numberOf = (id: string) => read.deliveries.get(id)?.number ?? 0
  const effect = effectOf(
    // Against what is going to happen without it: who is late already is not made late by it.
    before.map((whole) => judged(read, asExpected(read, whole, original))),
    after.map((whole) => judged(read, whole)),
    { numberOf, tolerance: read.settings.promise_tolerance_minutes },
  )
  const known = before.flatMap((whole) => warned(read, whole, original))
  const warnings = newWarnings(
    known,
    after.flatMap((whole) => warned(read, whole, kept)),
  )
  for (const id of moved) {
    warnings.push({ code: 'locked', sentence: `Delivery ${numberOf(id)} was locked in its place.`, delivery_id: id })
  }
  for (const { route_id, sentence } of brokenLocks(original, kept, (id) => nameOf(read, id))) {
    warnings.push({ code: 'locked', route_id, sentence })
  }
  const measured = timed.flatMap((whole) =>
    read.estimated.includes(whole.route.id) && !isEstimated(read, whole) ? [whole.route.id] : [],
  )
  const kind = { undoes: null, replaced: [], putBack: [] }
  return { read, edits, sentence, before, after, removed, measured, effect, warnings, ...kind }
}

/** What edits that were made once more on a plan make of it. */
export function workOutReplay(
  read: PlanToChange,
  { routes, made }: Pick<Replay, 'routes' | 'made'>,
  { sentence, edits, newId }: { sentence: string; edits: PlanEdit[]; newId: () => string },
): WorkedOut {
  const original = editable(read)
  const same = new Map(original.map((route) => [fingerprintOfEdit(route), route]))
  // A route that became what it was is no other route.
  const compared = routes.map((route) => same.get(fingerprintOfEdit(route)) ?? route)
  const moved = new Set(made.flatMap((edit) => lockedIn(original, edit)))
  return outcome(newId, read, { edits, sentence, original, routes: compared, moved })
}

const fingerprintOfEdit = (route: EditRoute) => JSON.stringify(route)

/** A plan as it is after a change that was worked out, though it is not stored. */
export function planAfter(work: WorkedOut): PlanToChange {
  const { read, before, after, removed } = work
  const changed = new Map(after.map((whole) => [whole.route.id, whole]))
  const known = new Set(read.routes.map(({ route }) => route.id))
  const gone = new Set(removed)
  const routes = [
    ...read.routes.flatMap((whole) => (gone.has(whole.route.id) ? [] : (changed.get(whole.route.id) ?? whole))),
    ...after.filter(({ route }) => !known.has(route.id)),
  ]
  const [was, is] = [arrivalsOf(before), arrivalsOf(after)]
  const taken = [...was.keys()].filter((id) => !is.has(id))
  const deliveries = new Map(read.deliveries)
  for (const id of taken) {
    const delivery = deliveries.get(id)
    if (delivery && delivery.status !== 'cancelled')
      deliveries.set(id, { ...delivery, status: 'pending', route_id: null })
  }
  for (const [id, { route_id }] of is) {
    const delivery = deliveries.get(id)
    if (delivery?.status === 'pending') deliveries.set(id, { ...delivery, status: 'dispatched', route_id })
  }
  return {
    ...read,
    routes,
    deliveries,
    ...leftOutAfter(read, { taken, placed: new Set(is.keys()), elsewhere: newDays(work.edits) }),
  }
}

/** Deliveries whose place is locked and that an edit takes away from it. */
export function lockedIn(routes: readonly EditRoute[], edit: SettledEdit): string[] {
  const ids =
    edit.type === 'arrange'
      ? leavingIn(routes, edit)
      : edit.type === 'move' || edit.type === 'remove'
        ? edit.delivery_ids
        : []
  const locked = routes.flatMap(({ stops }) =>
    stops.filter((stop) => stop.locked).map(({ delivery_id }) => delivery_id),
  )
  return ids.filter((id) => locked.includes(id))
}

/** Deliveries that an arrangement takes off their route. Their order on it may change without a word. */
function leavingIn(routes: readonly EditRoute[], edit: Extract<SettledEdit, { type: 'arrange' }>): string[] {
  const routeOf = new Map(routes.flatMap(({ id, stops }) => stops.map((stop) => [stop.delivery_id, id] as const)))
  const moved = edit.routes.flatMap(({ route_id, stops }) =>
    stops.flatMap(({ delivery_id: id }) => (routeOf.has(id) && routeOf.get(id) !== route_id ? [id] : [])),
  )
  return [...edit.remove, ...moved]
}

/** How a plan's records are called in sentences about it. */
export function namesOf(read: PlanToChange) {
  const { routes, deliveries, vehicles } = read
  const stops = new Map(routes.flatMap((whole) => whole.stops.map((stop) => [stop.id, stop] as const)))
  const numberOf = (id: string) => deliveries.get(id)?.number ?? 0
  return {
    driverOf: (id: string) => routes.find(({ route }) => route.id === id)?.route.driver_name ?? 'another driver',
    nameOf: (id: string) => nameOf(read, id),
    vehicleOf: (id: string) => vehicles.get(id)?.code ?? '',
    numberOf,
    numberOfStop: (id: string) => {
      const delivery = stops.get(id)?.delivery_id
      return delivery ? numberOf(delivery) : null
    },
  }
}

/** The days of deliveries that are taken off for another one, by their ids. */
export const newDays = (edits: readonly PlanEdit[]) =>
  new Map(
    edits.flatMap((edit) =>
      edit.type === 'remove' && edit.scheduled_date
        ? edit.delivery_ids.map((id) => [id, edit.scheduled_date!] as const)
        : [],
    ),
  )

type Gone = { taken: string[]; placed: Set<string>; elsewhere: ReadonlyMap<string, string> }

/** What the plan leaves out after a change: without what was placed, and with what was taken off its routes. */
export function leftOutAfter(read: PlanToChange, { taken, placed, elsewhere }: Gone) {
  const removed = taken.flatMap((id): Unassigned[] => {
    const delivery = read.deliveries.get(id)
    const isForToday = (elsewhere.get(id) ?? read.day) === read.day
    if (!delivery || delivery.status === 'cancelled' || !isForToday) return []
    return [
      {
        delivery_id: id,
        delivery_number: delivery.number,
        delivery_address: delivery.delivery_address,
        recipient_name: delivery.recipient_name,
        location: delivery.location,
        reason_code: 'taken_off',
        reason: 'A dispatcher took it off its route.',
      },
    ]
  })
  const gone = new Set([...placed, ...taken])
  const unassigned = [...read.unassigned.filter(({ delivery_id }) => !gone.has(delivery_id)), ...removed]
  const groups = read.groups?.flatMap((group) => {
    const delivery_ids = group.delivery_ids.filter((id) => !gone.has(id))
    if (!delivery_ids.length) return []
    // What would help was worked out for all of them.
    const fix = delivery_ids.length === group.delivery_ids.length ? group.fix : null
    return [{ ...group, delivery_ids, count: delivery_ids.length, fix }]
  })
  if (!removed.length || !groups) return { unassigned, groups: groups ?? null }
  const { reason_code, reason } = removed[0]!
  const earlier = groups.find((group) => group.reason_code === reason_code)
  const delivery_ids = [...(earlier?.delivery_ids ?? []), ...removed.map(({ delivery_id }) => delivery_id)]
  const group = { reason_code, reason, count: delivery_ids.length, delivery_ids, fix: null }
  return { unassigned, groups: [...groups.filter((each) => each !== earlier), group] }
}

/** The routes with drives that nobody has measured, after a change. */
export function estimatedAfter({ read, after, removed, measured }: WorkedOut): string[] {
  const settled = new Set([...removed, ...measured, ...after.map(({ route }) => route.id)])
  const now = after.flatMap((whole) => (isEstimated(read, whole) ? [whole.route.id] : []))
  return [...read.estimated.filter((id) => !settled.has(id)), ...now]
}

/** What a change may not find altered when it is taken back: who drives what, in which order and when. */
export function fingerprintOf({ route, stops }: WholeRoute): string {
  const { driver_id, vehicle_id, starts_at, ends_at, locks } = route
  const each = stops.map((stop) => [
    stop.id,
    stop.kind,
    stop.delivery_id,
    stop.arrival_at,
    stop.departure_at,
    stop.locked,
  ])
  return createHash('sha256')
    .update(JSON.stringify([driver_id, vehicle_id, starts_at, ends_at, each, ...(locks.length ? [locks] : [])]))
    .digest('base64url')
}

/** Whether a route is still what it was. */
export function isSameRoute(before: WholeRoute | undefined, after: WholeRoute): boolean {
  const based = (whole: WholeRoute) => whole.stops.map(({ planned_from }) => planned_from).join()
  return before !== undefined && fingerprintOf(before) === fingerprintOf(after) && based(before) === based(after)
}

/** Who brings each delivery, and when: the last stop that it has counts. */
export function arrivalsOf(routes: WholeRoute[]) {
  return new Map(
    routes.flatMap(({ route, stops }) =>
      stops.flatMap(({ delivery_id, arrival_at }) =>
        delivery_id === null
          ? []
          : [[delivery_id, { driver_id: route.driver_id, route_id: route.id, estimated_arrival: arrival_at }] as const],
      ),
    ),
  )
}

/** A stop without what is the recipient's, which the delivery says. */
type StopImage = Omit<StopRow, 'name' | 'address' | 'lat' | 'lng' | 'planned_from'> & {
  place: Pick<StopRow, 'name' | 'address' | 'lat' | 'lng'> | null
}

/** Routes as they were before a change. */
export type ReplacedPlan = {
  routes: { route: RouteRow; stops: StopImage[] }[]
  /** Fields of deliveries that were replaced as well. They are the recipients’, and go when those are erased. */
  deliveries: ReplacedFields[]
}

export function imageOf(before: WholeRoute[], deliveries: ReplacedFields[]): ReplacedPlan {
  return {
    deliveries,
    routes: before.map(({ route, stops }) => ({
      route,
      stops: stops.map(({ name, address, lat, lng, planned_from: _, ...stop }) => ({
        ...stop,
        place: stop.delivery_id === null ? { name, address, lat, lng } : null,
      })),
    })),
  }
}

/**
 * The routes as they were before a change. What has been done since must be where it was.
 * @throws AppError `cannot_undo`, `delivery_not_found`
 */
export function restored(day: DayToChange, { routes }: ReplacedPlan): WholeRoute[] {
  const stored = storedStops(day)
  const images = new Map(routes.map(({ route, stops }) => [route.id, stops]))
  for (const edited of editable(day)) {
    const done = edited.stops.slice(0, doneCount(edited))
    const was = (images.get(edited.id) ?? []).filter(isVisit)
    const concerns =
      images.has(edited.id) || routes.some((each) => each.stops.some(({ id }) => done.some((stop) => stop.id === id)))
    if (concerns && done.some((stop, place) => was[place]?.id !== stop.id)) {
      throw new AppError('cannot_undo', { detail: `${nameOf(day, edited.driver_id)} has moved on since.` })
    }
  }
  return routes.map(({ route, stops }) => ({
    // Changes from before routes had locks know of none.
    route: Object.assign({ locks: [] }, route),
    stops: stops.map(({ place, ...stop }): StopRow => {
      const current = stored.get(stop.id)
      const promised_at = current?.promised_at ?? stop.promised_at
      // What is put back goes to the delivery's own address; what was still there stays where it is.
      const other_place = current?.other_place ?? null
      if (place) return { ...stop, ...place, promised_at, other_place, planned_from: null }
      const delivery = deliveryIn(day, stop.delivery_id!)
      const planned_from = current?.planned_from ?? plannedFrom(delivery, day.settings.time_zone)
      if (current) {
        const { name, address, lat, lng } = current
        return { ...stop, name, address, lat, lng, promised_at, other_place, planned_from }
      }
      return { ...stop, ...placeOf(stop.kind, delivery), promised_at, other_place, planned_from }
    }),
  }))
}

/** @throws AppError `cannot_undo` */
function placeOf(kind: StopRow['kind'], delivery: ChangedDelivery) {
  const pickup = kind === 'pickup' ? delivery.pickup : null
  const location = pickup ? pickup.location : delivery.location
  if (!location) throw new AppError('cannot_undo', { detail: `Delivery ${delivery.number} has no position.` })
  const name = pickup ? pickup.name : (delivery.recipient_name ?? '')
  return { name, address: pickup ? pickup.address : delivery.delivery_address, ...location }
}

/** The stops of deliveries whose fields were given back, as they are then. */
export function withPlaces(routes: WholeRoute[], deliveries: Map<string, ChangedDelivery>, zone: string): WholeRoute[] {
  return routes.map(({ route, stops }) => ({
    route,
    stops: stops.map((stop) => {
      const delivery = deliveries.get(stop.delivery_id ?? '')
      if (!delivery) return stop
      const { other_place = null } = delivery
      return { ...stop, ...placeOf(stop.kind, delivery), other_place, planned_from: plannedFrom(delivery, zone) }
    }),
  }))
}

/** The windows that deliveries get when they are inserted, by their ids. */
export const newWindows = (edits: readonly PlanEdit[]) =>
  new Map(
    edits.flatMap((edit) =>
      edit.type === 'insert' && edit.window
        ? [[edit.delivery_id, { window_start: edit.window.start, window_end: edit.window.end }] as const]
        : [],
    ),
  )

/** The plan with the windows that edits give to deliveries. */
export function withWindows(day: PlanToChange, edits: readonly PlanEdit[]): PlanToChange {
  const windows = newWindows(edits)
  if (!windows.size) return day
  const deliveries = new Map(day.deliveries)
  for (const [id, fields] of windows) {
    const delivery = deliveries.get(id)
    if (delivery) deliveries.set(id, { ...delivery, ...fields })
  }
  return { ...day, deliveries }
}

/** A change that is to be taken back. */
export type UndoneChange = { id: string; sentence: string; route_ids: string[]; replaced: ReplacedPlan }

const tookBack = 'Took back: '

const didAgain = 'Did again: '

/** @throws AppError `cannot_undo` */
export function workOutUndo(read: PlanToChange, change: UndoneChange): WorkedOut {
  const after = restored(read, change.replaced)
  const ids = new Set(after.map(({ route }) => route.id))
  const before = read.routes.filter(({ route }) => change.route_ids.includes(route.id))
  const was = arrivalsOf(before)
  for (const id of arrivalsOf(after).keys()) {
    const { status, number } = deliveryIn(read, id)
    if (was.has(id) || status === 'pending') continue
    throw new AppError('cannot_undo', { detail: `Delivery ${number} is ${status} by now.`, numbers: [number] })
  }
  const removed = before.map(({ route }) => route.id).filter((id) => !ids.has(id))
  const numberOf = (id: string) => read.deliveries.get(id)?.number ?? 0
  const effect = effectOf(
    before.map((whole) => judged(read, whole)),
    after.map((whole) => judged(read, whole)),
    { numberOf, tolerance: read.settings.promise_tolerance_minutes },
  )
  const told = change.sentence.replace(/\.$/, '')
  const isUndo = told.startsWith(tookBack)
  const what = told.slice(isUndo ? tookBack.length : told.startsWith(didAgain) ? didAgain.length : 0)
  const sentence = `${isUndo ? didAgain : tookBack}${what}.`
  return {
    read,
    edits: [],
    sentence,
    before,
    after,
    removed,
    effect,
    warnings: [],
    undoes: change.id,
    measured: [],
    replaced: [],
    putBack: change.replaced.deliveries,
  }
}
