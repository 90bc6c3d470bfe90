import { driverOrder } from '#domain/road/driver-order.ts'
import type { RoadData, RoadEntry, SentEntry } from '#domain/road/entry.ts'
import type { CarriedDelivery, DrivenDayRoute, DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import { isVisit } from './stops.ts'

type Effects = {
  [Kind in keyof RoadData]?: (
    day: DriverDay,
    data: RoadData[Kind],
    entry: SentEntry & { happened: string },
  ) => DriverDay
}

/**
 * The day as the driver has it: what the server said last, and on top of it what was done since. So the app works the same
 * with and without a network, and shows the same once everything was sent.
 */
export function dayWithEntries(day: DriverDay, entries: readonly SentEntry[]): DriverDay {
  const undone = new Set(entries.filter(({ kind }) => kind === 'undone').map(({ data }) => data.entry_id))
  return entries.filter(({ id }) => !undone.has(id)).reduce(withEntry, day)
}

function withEntry(day: DriverDay, entry: SentEntry): DriverDay {
  const happened = new Date(Date.parse(entry.at) + (entry.clock_offset_ms ?? 0)).toISOString()
  const { kind, data } = entry as RoadEntry
  const effect = effects[kind] as ((day: DriverDay, data: unknown, entry: unknown) => DriverDay) | undefined
  return effect ? effect(day, data, { ...entry, happened }) : day
}

const effects: Effects = {
  shift_started: (day, { shift_id, vehicle_id }, { happened }) => ({
    ...day,
    shift: { id: shift_id, started_at: happened, vehicle_id, on_break_since: null },
  }),
  shift_ended: (day) => ({ ...day, shift: null }),
  vehicle_checked: (day, { vehicle_id, defects }) => ({
    ...day,
    vehicles: day.vehicles.map((vehicle) =>
      vehicle.id === vehicle_id && defects.some(({ blocking }) => blocking) ? { ...vehicle, blocked: true } : vehicle,
    ),
  }),
  break_started: (day, { stop_id }, { happened }) => ({
    ...(stop_id ? withStop(day, stop_id, (stop) => ({ ...stop, arrived_at: happened })) : day),
    shift: day.shift && { ...day.shift, on_break_since: happened },
  }),
  break_ended: (day) => ({ ...day, shift: day.shift && { ...day.shift, on_break_since: null } }),
  parcel_loaded: (day, { delivery_id, index }) =>
    withDelivery(day, delivery_id, (delivery) => withProgress(delivery, index, { loaded: 'loaded' })),
  parcel_missing: (day, { delivery_id, index }) =>
    withDelivery(day, delivery_id, (delivery) => withProgress(delivery, index, { loaded: 'missing' })),
  departed: (day, { stop_id }, { happened }) =>
    withStop(day, stop_id, (stop) => ({
      ...withStatus(stop, 'in_transit', ['planned', 'dispatched']),
      departed_at: happened,
      // A start is done once it is left.
      done_at: stop.kind === 'start' ? happened : stop.done_at,
      skipped_at: null,
    })),
  arrived: (day, { stop_id }, { happened }) =>
    withStop(day, stop_id, (stop) => ({
      ...withStatus(stop, 'arrived', ['planned', 'dispatched', 'in_transit']),
      arrived_at: happened,
      skipped_at: null,
    })),
  picked_up: (day, { stop_id, delivery_id, parcels }, { happened }) =>
    withDelivery(
      withStop(day, stop_id, (stop) => ({ ...withStatus(stop, 'in_transit', openStates), done_at: happened })),
      delivery_id,
      (delivery) =>
        withParcelEnds(
          { ...delivery, status: 'in_transit' },
          parcels.filter(({ state }) => state !== 'delivered'),
        ),
    ),
  proof_taken: (day, { delivery_id, proof }) =>
    withDelivery(day, delivery_id, (delivery) => ({
      ...delivery,
      has_proofs: [...new Set([...delivery.has_proofs, proof.kind])],
    })),
  delivered: (day, { stop_id, delivery_id, parcels, cash }, { happened }) =>
    withCash(
      withDelivery(done(day, stop_id, happened), delivery_id, (delivery) =>
        withParcelEnds({ ...delivery, status: 'delivered', failure_reason: null }, parcels),
      ),
      cash ?? 0,
    ),
  failed: (day, { stop_id, delivery_id, reason }, { happened }) =>
    withDelivery(done(day, stop_id, happened), delivery_id, (delivery) => ({
      ...delivery,
      status: 'failed',
      failure_reason: reason,
    })),
  skipped: (day, { stop_id }, { happened }) =>
    inRoutes(day, (route) => {
      const stop = route.stops.find(({ id }) => id === stop_id)
      if (!stop) return route
      const skipped = {
        ...withStatus(stop, 'dispatched', openStates),
        skipped_at: happened,
        departed_at: null,
        arrived_at: null,
      }
      const others = route.stops.filter(({ id }) => id !== stop_id)
      // Behind all that is to do, and before the end of the route.
      const end = others.findIndex(({ kind }) => kind === 'end')
      return { ...route, stops: renumbered(others.toSpliced(end === -1 ? others.length : end, 0, skipped)) }
    }),
  reordered: (day, { route_id, stop_ids }) =>
    inRoutes(day, (route) => (route.id === route_id ? { ...route, stops: inOrder(route.stops, stop_ids) } : route)),
  stop_added: (day, added, { happened }) =>
    inRoutes(day, (route) => (route.id === added.route_id ? withNewStop(route, added, happened) : route)),
  returned_to_depot: (day, { route_id }, { happened }) =>
    inRoutes(day, (route) => ({
      ...route,
      stops: route.stops.map((stop) =>
        route.id === route_id && stop.kind === 'end' ? { ...stop, arrived_at: happened, done_at: happened } : stop,
      ),
    })),
  // They are the other driver's once that one takes them. Until then both see where they are.
  handed_over: (day, { delivery_ids }) => withoutDeliveries(day, delivery_ids),
  cash_handed_in: (day, { handin_id, amount }) => {
    const { handed_in, to_confirm = [] } = day.cash
    const left = to_confirm.filter((each) => each.handin_id !== handin_id)
    // What was counted at the depot already counts, whatever is said of it.
    const more = left.length < to_confirm.length ? 0 : amount
    return { ...day, cash: { ...day.cash, handed_in: handed_in + more, to_confirm: left } }
  },
}

/** Nothing comes before these any more. */
const passed: CarriedDelivery['status'][] = ['in_transit', 'arrived', 'delivered', 'failed']
const isPassed = ({ delivery }: DrivenStop): boolean => delivery !== null && passed.includes(delivery.status)

const openStates: CarriedDelivery['status'][] = ['pending', 'planned', 'dispatched', 'in_transit', 'arrived']

const inRoutes = (day: DriverDay, change: (route: DrivenDayRoute) => DrivenDayRoute): DriverDay => ({
  ...day,
  routes: day.routes.map(change),
})

const withStop = (day: DriverDay, id: string, change: (stop: DrivenStop) => DrivenStop): DriverDay =>
  inRoutes(day, (route) => ({ ...route, stops: route.stops.map((stop) => (stop.id === id ? change(stop) : stop)) }))

/** A delivery may be at two stops: where it is picked up, and where it goes. */
const withDelivery = (day: DriverDay, id: string, change: (delivery: CarriedDelivery) => CarriedDelivery): DriverDay =>
  inRoutes(day, (route) => ({
    ...route,
    stops: route.stops.map((stop) => (stop.delivery?.id === id ? { ...stop, delivery: change(stop.delivery) } : stop)),
  }))

const done = (day: DriverDay, stopId: string, happened: string) =>
  withStop(day, stopId, (stop) => ({ ...stop, done_at: happened, skipped_at: null }))

function withStatus(
  stop: DrivenStop,
  status: CarriedDelivery['status'],
  from: CarriedDelivery['status'][],
): DrivenStop {
  const { delivery } = stop
  return delivery && from.includes(delivery.status) ? { ...stop, delivery: { ...delivery, status } } : stop
}

type Progress = CarriedDelivery['progress'][number]

function withProgress(delivery: CarriedDelivery, index: number | null, change: Partial<Progress>): CarriedDelivery {
  const count = Math.max(delivery.parcels.length, 1)
  const known = new Map(delivery.progress.map((each) => [each.index, each]))
  const progress = Array.from({ length: count }, (_, at): Progress => {
    const before = known.get(at) ?? { index: at, loaded: null, end: null }
    return index === null || index === at ? { ...before, ...change } : before
  })
  return { ...delivery, progress }
}

const withParcelEnds = (delivery: CarriedDelivery, ends: RoadData['delivered']['parcels']) =>
  ends.reduce((changed, { index, state }) => withProgress(changed, index, { end: state }), delivery)

const withCash = (day: DriverDay, taken: number): DriverDay => ({
  ...day,
  cash: { ...day.cash, taken: day.cash.taken + taken },
})

const renumbered = (stops: DrivenStop[]) => stops.map((stop, at) => ({ ...stop, sequence: at }))

/** The order that the server makes of it. Breaks and depots keep their places. */
function inOrder(stops: DrivenStop[], ids: readonly string[]): DrivenStop[] {
  const visits = stops.filter(isVisit)
  const order = driverOrder(
    visits.map((stop) => ({ id: stop.id, locked: stop.locked, isDone: isPassed(stop) })),
    ids,
  )
  const next = order.map((id) => visits.find((visit) => visit.id === id)!)
  return renumbered(stops.map((stop) => (isVisit(stop) ? next.shift()! : stop)))
}

function withNewStop(route: DrivenDayRoute, added: RoadData['stop_added'], happened: string): DrivenDayRoute {
  if (route.stops.some(({ delivery }) => delivery?.id === added.delivery_id)) return route
  // As the server does it: next, but behind where the driver is on the way to.
  const place = route.stops.findLastIndex((each) => each.kind === 'start' || isPassed(each)) + 1
  const stop: DrivenStop = {
    id: added.delivery_id,
    kind: 'delivery',
    sequence: 0,
    name: added.recipient_name ?? '',
    address: added.address,
    location: added.location,
    arrival_at: happened,
    departure_at: happened,
    promised_at: null,
    locked: false,
    departed_at: null,
    arrived_at: null,
    done_at: null,
    skipped_at: null,
    delivery: {
      id: added.delivery_id,
      number: 0,
      version: 1,
      kind: 'delivery',
      status: 'dispatched',
      reference: null,
      name: added.recipient_name,
      phone: added.recipient_phone,
      notes: added.note,
      wishes: null,
      window_start: null,
      window_end: null,
      more_windows: [],
      parcels: [],
      progress: [],
      units: null,
      weight_kg: null,
      skills: [],
      tags: [],
      requirements: [],
      minimum_age: null,
      cash_amount: null,
      temperature_min_c: null,
      temperature_max_c: null,
      custom: [],
      handed_to: null,
      pin_check: null,
      has_proofs: [],
      failure_reason: null,
      place: null,
    },
  }
  return { ...route, stops: renumbered(route.stops.toSpliced(place, 0, stop)) }
}

const withoutDeliveries = (day: DriverDay, ids: readonly string[]): DriverDay =>
  inRoutes(day, (route) => ({
    ...route,
    stops: renumbered(route.stops.filter(({ delivery }) => !delivery || !ids.includes(delivery.id))),
  }))
