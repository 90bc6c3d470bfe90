import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { doneCount } from '#domain/plan-change/edit-route.ts'
import { plannedFrom } from '#domain/plan/planned-from.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import {
  deliveryIn,
  editable,
  nameOf,
  storedStops,
  type ChangedDelivery,
  type DayToChange,
  type PlanToChange,
  type RouteRow,
  type StopRow,
  type WholeRoute,
} from '../changeable-plans/queries.ts'
import type { ReplacedFields } from '../deliveries/commands.ts'

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
      if (place) return { ...stop, ...place, promised_at, planned_from: null }
      const delivery = deliveryIn(day, stop.delivery_id!)
      const planned_from = current?.planned_from ?? plannedFrom(delivery, day.settings.time_zone)
      if (current) {
        const { name, address, lat, lng } = current
        return { ...stop, name, address, lat, lng, promised_at, planned_from }
      }
      return { ...stop, ...placeOf(stop.kind, delivery), promised_at, planned_from }
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
      return { ...stop, ...placeOf(stop.kind, delivery), planned_from: plannedFrom(delivery, zone) }
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
