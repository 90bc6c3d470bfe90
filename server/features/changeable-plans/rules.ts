import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import {
  SolverInputError,
  timeRoutes,
  type GivenRoute,
  type VroomInput,
  type VroomJob,
  type VroomRoute,
  type VroomShipment,
  type VroomVehicleStep,
} from '#solver/index.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import { doneCount, type EditFacts, type EditRoute, type EditStop } from '#domain/plan-change/edit-route.ts'
import type { JudgedRoute } from '#domain/plan-change/effect.ts'
import { expectedDeparture } from '#domain/plan-change/expected-departure.ts'
import { warningsOf } from '#domain/plan-change/warnings.ts'
import type { DayDelivery, DayDriver, DaySettings } from '#domain/plan/day.ts'
import { plannedFrom } from '#domain/plan/planned-from.ts'
import { toRoute } from '#domain/plan/to-routes.ts'
import { clockOf } from '#domain/problem/clock.ts'
import type { DayProblem } from '#domain/problem/day-problem.ts'
import { orderOf } from '#domain/problem/groups.ts'
import { haveSeveralDepots } from '#domain/problem/needs.ts'
import { deliveryWindows, pickupWindows } from '#domain/problem/windows.ts'
import { workingTime } from '#domain/problem/working-time.ts'
import type { PlanEdit, PlanWarning } from '#domain/schema/plan-change.ts'
import type { PlanProblem } from '#domain/schema/plan-problem.ts'
import { earliestDeparture, earliestStart } from '#domain/start-of-day.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { instantOf, secondsInto } from '#domain/time.ts'
import { toProblem } from '#domain/to-problem.ts'
import { placeKey } from '#domain/travel/place-key.ts'
import { unmeasured } from '#domain/travel/tables.ts'
import { withTravel } from '#domain/travel/with-travel.ts'
import type { RouteTable, StopTable } from '../../db/tables/plans.ts'
import type { KnownTravel } from '../travel/queries.ts'

/** A delivery as a change of its plan needs it. */
export type ChangedDelivery = DayDelivery & {
  status: DeliveryState
  route_id: string | null
  version: number
}

/** Stops and routes as they are stored or will be. */
export type StopRow = Omit<Selectable<StopTable>, 'workspace_id' | 'route_id'>

export type RouteRow = Omit<Selectable<RouteTable>, 'workspace_id' | 'plan_id'>

/** A route with its stops, in their order. */
export type WholeRoute = { route: RouteRow; stops: StopRow[] }

/** A plan with all that is needed to change it. */
export type DayToChange = {
  day: string
  settings: DaySettings
  /** In the order of their positions. */
  routes: WholeRoute[]
  deliveries: Map<string, ChangedDelivery>
  /** Active drivers; busy with what they drive before, in other plans. */
  drivers: Map<string, DayDriver>
  /** Drivers of routes who are not active any more. They get nothing else to do, and what they have can be given away. */
  inactive: Map<string, DayDriver>
  vehicles: Map<string, NonNullable<DayDriver['vehicle']>>
  /** What drivers have to do in other plans of the day. */
  busy: { driver_id: string; starts_at: string; ends_at: string }[]
  /**
   * What the plan drives along roads with; null if as the crow flies. Set to null, the problem has coordinates alone, into
   * which a browser puts the tables itself (`putTravel`).
   */
  travel: KnownTravel | null
  /** Routes with drives that nobody had measured when they were timed. */
  estimated: string[]
  /** When drivers on the road are now expected at stops, by the ids of these, in milliseconds. */
  etas: ReadonlyMap<string, number>
  /** Where drivers on the road were last, by their ids. */
  lastSeen: ReadonlyMap<string, Location & { at: string }>
  now: Date
}

/** What edits speak of besides what is on the plan. */
export type Named = { deliveryIds: string[]; driverIds: string[]; vehicleIds: string[] }

export function namedIn(edits: readonly PlanEdit[]): Named {
  return {
    deliveryIds: edits.flatMap((edit) => {
      if (edit.type === 'arrange') {
        return [...edit.remove, ...edit.routes.flatMap(({ stops }) => stops.map((stop) => stop.delivery_id))]
      }
      return edit.type === 'insert' ? [edit.delivery_id] : []
    }),
    driverIds: edits.flatMap((edit) => {
      if (edit.type === 'arrange') return edit.routes.flatMap(({ driver_id }) => driver_id ?? [])
      return 'driver_id' in edit ? (edit.driver_id ?? []) : []
    }),
    vehicleIds: edits.flatMap((edit) => (edit.type === 'vehicle' && edit.vehicle_id ? [edit.vehicle_id] : [])),
  }
}

/** The driver has been there or is on the way. A canceled one was reached only if the driver had set out for it. */
const passed: readonly DeliveryState[] = ['in_transit', 'arrived', 'delivered', 'failed']

/** The routes as a dispatcher may change them. Canceled deliveries have left them. */
export function editable({ routes, deliveries }: DayToChange): EditRoute[] {
  return routes.map(({ route, stops }) => ({
    id: route.id,
    driver_id: route.driver_id,
    vehicle_id: route.vehicle_id,
    locks: route.locks,
    stops: stops.flatMap(({ id, kind, delivery_id, locked }): EditStop[] => {
      if ((kind !== 'pickup' && kind !== 'delivery') || delivery_id === null) return []
      const status = deliveries.get(delivery_id)?.status
      if (status === undefined || status === 'cancelled') return []
      return [{ id, kind, delivery_id, locked, isDone: passed.includes(status) }]
    }),
  }))
}

/** Ids that follow from a seed: the same ones, in the same order, each time. In the form of UUIDs of version 8. */
export function idsFrom(seed: string): () => string {
  let count = 0
  return () => {
    const hex = createHash('sha256').update(`${seed} ${count++}`).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

export function factsOf(day: DayToChange, newId: () => string): EditFacts {
  return {
    kindsOf: (id) => kindsOf(deliveryIn(day, id)),
    vehicleOf: (id) => driverIn(day, id).vehicle_id,
    nameOf: (id) => nameOf(day, id),
    numberOf: (id) => deliveryIn(day, id).number,
    newId,
  }
}

/** The stops that a delivery needs. Where a return is collected, nothing else happens. */
function kindsOf({ kind, pickup }: ChangedDelivery): EditStop['kind'][] {
  if (kind === 'return') return ['pickup']
  return pickup ? ['pickup', 'delivery'] : ['delivery']
}

/** Of the day's drivers, or of one who drives a route and is inactive by now. */
export function nameOf({ drivers, routes }: DayToChange, id: string): string {
  return drivers.get(id)?.name ?? routes.find(({ route }) => route.driver_id === id)?.route.driver_name ?? ''
}

/** @throws AppError `driver_not_found` */
export function driverIn({ drivers }: DayToChange, id: string): DayDriver {
  const driver = drivers.get(id)
  if (!driver) throw new AppError('driver_not_found', { driver_ids: [id] })
  return driver
}

/** @throws AppError `delivery_not_found` */
export function deliveryIn({ deliveries }: DayToChange, id: string): ChangedDelivery {
  const delivery = deliveries.get(id)
  if (!delivery) throw new AppError('delivery_not_found')
  return delivery
}

/** Who drives a route, with the route's vehicle, from where it starts. */
export function crewOf(day: DayToChange, route: EditRoute): DayDriver {
  const driver = day.inactive.get(route.driver_id) ?? driverIn(day, route.driver_id)
  const vehicle = route.vehicle_id === null ? null : day.vehicles.get(route.vehicle_id)
  if (vehicle === undefined) throw new AppError('vehicle_not_found')
  const before = day.routes.find((each) => each.route.id === route.id)
  const home = before && (day.drivers.get(before.route.driver_id) ?? day.inactive.get(before.route.driver_id))
  const earlier = day.busy.filter(
    (each) => each.driver_id === driver.id && before !== undefined && each.ends_at <= before.route.starts_at,
  )
  const busy_until =
    earlier
      .map(({ ends_at }) => ends_at)
      .toSorted()
      .at(-1) ?? null
  // The goods are where the route starts, whoever drives it.
  return { ...driver, busy_until, vehicle_id: route.vehicle_id, vehicle, ...(home && { depot: home.depot }) }
}

/**
 * When a route may begin and should end, in seconds after midnight. A route that has begun keeps its beginning, unless its driver
 * is expected to set out later.
 */
export function timesOf(day: DayToChange, route: EditRoute) {
  const { settings, now } = day
  const crew = crewOf(day, route)
  const before = day.routes.find((each) => each.route.id === route.id)
  const departure = earliestDeparture(now, settings.get_ready_minutes)
  const earliest = earliestStart(day.day, departure, settings.time_zone)
  const at = (time: string) => secondsInto(day.day, time, settings.time_zone)
  const works = workingTime({ ...crew, vehicle: null }, day.day, settings.time_zone, earliest)
  // Whoever takes over what nobody has begun sets out anew.
  const isTheirs = before?.route.driver_id === route.driver_id || doneCount(route) > 0
  const planned = isTheirs ? plannedStart(day, before, route) : undefined
  const [from, to] = works ?? [Math.max(earliest, at(crew.shift_start)), at(crew.shift_end)]
  const hasLeft = planned !== undefined && planned < earliest
  const begins = hasLeft ? planned : from
  const isActive = day.drivers.has(route.driver_id)
  return {
    from: begins,
    to: Math.max(to, begins),
    works: isActive && !crew.vehicle?.blocked && (works !== undefined || hasLeft),
  }
}

/** When a route sets out, in seconds after midnight: as planned, or later if that is expected by now. */
function plannedStart(day: DayToChange, whole: WholeRoute | undefined, route: EditRoute): number | undefined {
  if (!whole) return undefined
  const planned = secondsAt(midnightOf(day), whole.route.starts_at)
  const start = whole.stops.find(({ kind }) => kind === 'start')
  return doneCount(route) > 0 || !start ? planned : Math.max(planned, expectedAt(day, whole, start) ?? planned)
}

/** When the driver is expected to leave a stop of a route, in seconds after midnight. */
function expectedAt(day: DayToChange, { stops }: WholeRoute, from: StopRow): number | null {
  const at = expectedDeparture(stops, from, day.etas)
  return at === null ? null : Math.round((at - midnightOf(day)) / 1000)
}

export const midnightOf = ({ day, settings }: DayToChange) => instantOf(day, '00:00', settings.time_zone).getTime()

export const secondsAt = (midnight: number, instant: string) => Math.round((Date.parse(instant) - midnight) / 1000)

/** Whether a route has drives that nobody has measured, though the plan drives along roads. */
export function isEstimated({ travel }: DayToChange, { stops }: WholeRoute): boolean {
  if (!travel) return false
  const { places, profiles } = travel.tables
  const table = profiles.car ?? Object.values(profiles)[0]
  const rowOf = new Map(places.map((key, row) => [key, row]))
  const along = stops.flatMap(({ lng, lat }) =>
    lng === null || lat === null ? [] : (rowOf.get(placeKey([lng, lat])) ?? -1),
  )
  return along.slice(1).some((to, leg) => {
    const from = along[leg]!
    return from !== to && (from < 0 || to < 0 || table?.seconds[from * places.length + to] === unmeasured)
  })
}

/** Routes as the solver's problem: each is a vehicle, which works as long as it takes. */
export type RoutesProblem = {
  planned: DayProblem<DayDelivery, DayDriver>
  /** By the ids of the routes. */
  vehicleOf: Map<string, number>
  stepsOf(route: EditRoute): VroomVehicleStep[]
  /** The job or shipment of a delivery. */
  orderOf(deliveryId: string): VroomJob | VroomShipment
}

/**
 * @param more deliveries that go somewhere, wherever that is
 * @param waiting deliveries that go somewhere only if nothing speaks against it
 * @param isStrict keeps rules on what may share a vehicle, and who may bring what; by hand, anything goes
 * @throws AppError `no_position`, `driver_not_found`, `vehicle_not_found`
 */
export function problemOf(
  day: DayToChange,
  routes: readonly EditRoute[],
  {
    more = [],
    waiting = [],
    isStrict = false,
  }: { more?: ChangedDelivery[]; waiting?: ChangedDelivery[]; isStrict?: boolean } = {},
): RoutesProblem {
  const ids = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  const wanted = [...[...ids].map((id) => deliveryIn(day, id)), ...more]
  const lost = wanted.find(({ location, pickup }) => !location || (pickup && !pickup.location))
  if (lost) throw new AppError('no_position', { numbers: [lost.number] })
  const crews = routes.map((route) => {
    const crew = crewOf(day, route)
    const vehicle = crew.vehicle && { ...crew.vehicle, blocked: null }
    return {
      ...crew,
      ...tireless,
      normal_end: crew.shift_end,
      vehicle,
      depot: { ...crew.depot, opens: '00:00', closes: '24:00' },
    }
  })
  const given = wanted.map((delivery) => (isStrict ? surelyThere(delivery) : byHand(delivery)))
  const first = toProblem(day.day, day.settings, crews, [...given, ...waiting])
  // What is on a route already stays, whatever rules it breaks.
  const aside = new Set(first.setAside.flatMap(({ delivery: { id } }) => (ids.has(id) ? [id] : [])))
  const freed = given.map((delivery) => (aside.has(delivery.id) ? byHand(delivery) : delivery))
  const straight = aside.size ? toProblem(day.day, day.settings, crews, [...freed, ...waiting]) : first
  const planned = withTravel(straight, day.travel?.tables ?? null, { isByHand: !isStrict })
  // All of them work, so vehicles are in the order of the routes.
  planned.problem.vehicles.forEach((vehicle, index) => {
    const { from, to } = timesOf(day, routes[index]!)
    vehicle.time_window = [from, to]
  })
  const jobOf = new Map([...planned.deliveries].map(([id, { id: delivery }]) => [delivery, id]))
  const shipments = new Map(planned.problem.shipments.map((shipment) => [shipment.delivery.id, shipment]))
  const jobs = new Map(planned.problem.jobs.map((job) => [job.id, job]))
  const stored = storedStops(day)
  const [midnight, present] = [midnightOf(day), presentOf(day)]
  return {
    planned,
    vehicleOf: new Map(routes.map(({ id }, index) => [id, planned.problem.vehicles[index]!.id])),
    stepsOf: ({ stops, ...route }) => {
      const done = doneCount({ ...route, stops })
      const whole = day.routes.find((each) => each.route.id === route.id)
      return stops.map(({ id, kind, delivery_id }, place): VroomVehicleStep => {
        const job = jobOf.get(delivery_id)!
        const step = { type: shipments.has(job) ? kind : ('job' as const), id: job }
        if (place >= done) return step
        const { arrival_at, departure_at } = stored.get(id)!
        const left = secondsAt(midnight, departure_at)
        // The driver is not ahead of the present, and no earlier than expected.
        const expected = place === done - 1 && whole ? (expectedAt(day, whole, stored.get(id)!) ?? 0) : 0
        const departure = place === done - 1 ? Math.max(present, left, expected) : left
        return { ...step, lock: 'done', arrival: secondsAt(midnight, arrival_at), departure }
      })
    },
    orderOf: (id) => shipments.get(jobOf.get(id)!) ?? jobs.get(jobOf.get(id)!)!,
  }
}

/** Works for as long as it takes. */
const tireless = { shift_start: '00:00', shift_end: '47:59', busy_until: null, off: null }

/** A dispatcher who insists on a rough position gets it. */
function surelyThere(delivery: ChangedDelivery): ChangedDelivery {
  const { pickup } = delivery
  return { ...delivery, location_confidence: null, pickup: pickup && { ...pickup, location_confidence: null } }
}

/** Without the rules on what goes with what. */
const byHand = (delivery: ChangedDelivery): ChangedDelivery => ({
  ...surelyThere(delivery),
  tags: [],
  order_reference: null,
  wanted_driver_id: null,
  promised_at: null,
})

/** The stops of a plan, as they are stored, by their ids. */
export const storedStops = ({ routes }: DayToChange) =>
  new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.id, stop] as const)))

const presentOf = (day: DayToChange) => Math.ceil((day.now.getTime() - midnightOf(day)) / 1000)

/** The route with the times that it has in this order. It is driven as it is asked for, however late that makes it. */
export function timeRoute(day: DayToChange, edited: EditRoute, newId: () => string): WholeRoute {
  const { planned, driven } = drive(day, edited)
  const { stops: rows, ...row } = toRoute(day.day, day.settings, planned, driven, 0)
  const before = day.routes.find((each) => each.route.id === edited.id)
  const stored = storedStops(day)
  const kept = Map.groupBy(before?.stops.filter((stop) => !isVisit(stop)) ?? [], ({ kind }) => kind)
  const visits = edited.stops.values()
  const stops = rows.map((stop, position): StopRow => {
    const visit = isVisit(stop) ? visits.next().value : undefined
    const delivery = visit && deliveryIn(day, visit.delivery_id)
    const planned_from = delivery ? plannedFrom(delivery, day.settings.time_zone) : null
    const known = visit ? stored.get(visit.id) : kept.get(stop.kind)?.shift()
    const times = { arrival_at: stop.arrival_at.toISOString(), departure_at: stop.departure_at.toISOString() }
    const { locked = false, isDone = false } = visit ?? {}
    const id = visit?.id ?? known?.id ?? newId()
    // What is done stays as it was planned. From the last of it, the driver leaves for what is open when the times say.
    if (isDone && known) {
      const { sequence, distance_km } = stop
      return { ...known, position, sequence, distance_km, locked, departure_at: times.departure_at }
    }
    return { ...stop, ...times, id, position, locked, planned_from, promised_at: known?.promised_at ?? null }
  })
  const crew = crewOf(day, edited)
  return {
    route: {
      ...row,
      id: edited.id,
      position: before?.route.position ?? 0,
      driver_id: crew.id,
      driver_name: crew.name,
      locks: [...(edited.locks ?? [])],
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
    },
    stops,
  }
}

const isPlaced = ({ location, pickup }: ChangedDelivery) => location !== null && (!pickup || pickup.location !== null)

/** Whether nobody is gone who drives it, and no place is lost. */
const canBeTimed = (day: DayToChange, { driver_id, vehicle_id, stops }: EditRoute) =>
  (day.drivers.has(driver_id) || day.inactive.has(driver_id)) &&
  (vehicle_id === null || day.vehicles.has(vehicle_id)) &&
  stops.every(({ delivery_id }) => isPlaced(deliveryIn(day, delivery_id)))

/** The route as the engine times it, and whom its steps are about. */
function drive(day: DayToChange, edited: EditRoute): { planned: RoutesProblem['planned']; driven: VroomRoute } {
  const { planned, stepsOf, vehicleOf } = problemOf(day, [edited])
  const given = [{ vehicle: vehicleOf.get(edited.id)!, steps: stepsOf(edited) }]
  const [driven] = timed(planned.problem, given) as [VroomRoute]
  return { planned, driven }
}

/** The deliveries of a route that are on board for longer than they may be, and for how many seconds longer. */
export function longRides(day: DayToChange, edited: EditRoute): Map<string, number> {
  const isLimited = ({ delivery_id }: EditStop) => {
    const { max_ride_minutes, max_detour_minutes } = deliveryIn(day, delivery_id)
    return max_ride_minutes != null || max_detour_minutes != null
  }
  if (!canBeTimed(day, edited) || !edited.stops.some(isLimited)) return new Map()
  const { planned, driven } = drive(day, edited)
  return new Map(
    driven.steps.flatMap(({ id, violations }) => {
      const over = violations.find(({ cause }) => cause === 'max_ride')?.duration
      return over === undefined ? [] : [[planned.deliveries.get(id!)!.id, over] as const]
    }),
  )
}

/** A vehicle that may reload, and cannot keep its limits in this order, is driven without reloading. */
export function timed(problem: VroomInput, routes: GivenRoute[]): VroomRoute[] {
  try {
    return timeRoutes(problem, routes)
  } catch (error) {
    if (!(error instanceof SolverInputError) || !problem.vehicles.some(({ reload }) => reload)) throw error
    const vehicles = problem.vehicles.map(({ reload: _, ...vehicle }) => vehicle)
    return timeRoutes({ ...problem, vehicles }, routes)
  }
}

/**
 * A plan as the solver's problem, with coordinates alone, and who is who in it. Routes that cannot be timed, since a driver is
 * gone or a place lost, are left out.
 * @param waiting deliveries that are on no route
 * @param idle new routes of drivers who have none
 */
export function planProblem(
  day: DayToChange,
  plan: { id: string; version: number },
  waiting: readonly string[],
  idle: readonly EditRoute[],
): PlanProblem {
  const straight = { ...day, travel: null }
  const routes = [...editable(day), ...idle].filter((route) => canBeTimed(day, route))
  const more = waiting.flatMap((id) => {
    const delivery = day.deliveries.get(id)
    return delivery?.status === 'pending' && isPlaced(delivery) ? [delivery] : []
  })
  const { planned, stepsOf, vehicleOf } = problemOf(straight, routes, { more, isStrict: true })
  const { jobs, shipments, matrices: _, matrix: __, ...rest } = planned.problem
  const steps = new Map(routes.map((route) => [vehicleOf.get(route.id)!, stepsOf(route)]))
  const isNew = new Set(idle.map(({ id }) => id))
  return {
    plan_id: plan.id,
    version: plan.version,
    problem: {
      ...rest,
      jobs,
      shipments,
      vehicles: rest.vehicles.map((vehicle) => ({ ...vehicle, steps: steps.get(vehicle.id)! })),
    },
    money_per_cost: planned.moneyPerCost,
    promise_tolerance_minutes: day.settings.promise_tolerance_minutes ?? null,
    vehicles: routes.map((route) => ({
      vehicle: vehicleOf.get(route.id)!,
      route_id: isNew.has(route.id) ? null : route.id,
      driver_id: route.driver_id,
      driver_name: nameOf(day, route.driver_id),
      vehicle_id: route.vehicle_id,
      works: timesOf(day, route).works,
      is_on_road: isOnRoad(day, route),
    })),
    deliveries: [...planned.deliveries].map(([task, { id, number, kind = 'delivery' }]) => ({
      task,
      delivery_id: id,
      number,
      kind,
    })),
  }
}

/**
 * New routes, without a stop yet, for those of these drivers who could drive one: they work that day, have nothing else to
 * do then, and come with a vehicle where the others do.
 */
export function possibleRoutes(day: DayToChange, driverIds: readonly string[], newId: () => string): EditRoute[] {
  const used = new Set(day.routes.flatMap(({ route }) => route.vehicle_id ?? []))
  const midnight = midnightOf(day)
  return driverIds.flatMap((id): EditRoute[] => {
    const driver = day.drivers.get(id)
    if (!driver || day.routes.some(({ route }) => route.driver_id === id)) return []
    const { vehicle_id } = driver
    if (vehicle_id === null ? used.size > 0 : used.has(vehicle_id)) return []
    const route = { id: newId(), driver_id: id, vehicle_id, stops: [] }
    const { from, to, works } = timesOf(day, route)
    const isBusy = day.busy.some(
      (each) =>
        each.driver_id === id && secondsAt(midnight, each.starts_at) < to && from < secondsAt(midnight, each.ends_at),
    )
    return works && !isBusy ? [route] : []
  })
}

/** How late a stop begins after its last window, in seconds. */
export function lateSeconds(day: DayToChange, stop: StopRow): number {
  const delivery = isVisit(stop) ? day.deliveries.get(stop.delivery_id!) : undefined
  if (!delivery) return 0
  const at = clockOf(day.day, day.settings.time_zone)
  const isCollected = stop.kind === 'pickup' && delivery.pickup
  const windows = isCollected
    ? pickupWindows(delivery.pickup!, delivery.ready_time ?? null, at)
    : deliveryWindows(delivery, at)
  const begins = secondsAt(midnightOf(day), stop.arrival_at) + stop.waiting_seconds
  return windows ? Math.max(0, begins - windows.at(-1)![1]) : 0
}

/** A route as it goes on if nobody changes it: from where its driver is by now, or else as it is planned. */
export function asExpected(
  day: DayToChange,
  whole: WholeRoute,
  routes: readonly EditRoute[] = editable(day),
): WholeRoute {
  const edited = routes.find(({ id }) => id === whole.route.id)
  return edited && isOnRoad(day, edited) ? timeRoute(day, edited, () => '') : whole
}

/** Whether a driver has begun a route, or is expected on it. */
const isOnRoad = (day: DayToChange, { stops }: EditRoute) => stops.some(({ id, isDone }) => isDone || day.etas.has(id))

/** A route with what its effect is told by. */
export function judged(day: DayToChange, { route, stops }: WholeRoute): JudgedRoute {
  // Whoever has canceled waits for nobody.
  const promiseOf = ({ delivery_id, promised_at }: StopRow) =>
    day.deliveries.get(delivery_id ?? '')?.status === 'cancelled' ? null : promised_at
  return {
    ...route,
    stops: stops.map((stop) => ({
      ...stop,
      promised_at: promiseOf(stop),
      late_seconds: lateSeconds(day, stop),
    })),
  }
}

/** What speaks against a route, as the dispatcher should hear it. */
export function warned(day: DayToChange, whole: WholeRoute, all: readonly EditRoute[]): PlanWarning[] {
  const { route, stops } = whole
  const driver = day.drivers.get(route.driver_id) ?? day.inactive.get(route.driver_id)
  if (!driver) return []
  const edited = all.find(({ id }) => id === route.id)
  const home = edited ? crewOf(day, edited).depot : driver.depot
  const vehicle = route.vehicle_id === null ? null : (day.vehicles.get(route.vehicle_id) ?? driver.vehicle)
  const crew = { ...driver, vehicle, depot: home }
  // A blocked vehicle has a warning of its own.
  const working = workingTime({ ...crew, vehicle: null }, day.day, day.settings.time_zone, 0)
  const others = all.filter(({ id, driver_id }) => driver_id === driver.id && id !== route.id)
  const times = new Map(day.routes.map((each) => [each.route.id, each.route]))
  const isElsewhere = home.name !== driver.depot.name || home.address !== driver.depot.address
  return warningsOf(
    {
      ...route,
      route_id: route.id,
      crew: { ...crew, isWorking: working !== undefined && day.drivers.has(driver.id), isElsewhere },
      shift_ends_at: new Date(midnightOf(day) + (working?.[1] ?? 0) * 1000).toISOString(),
      busy: [
        ...day.busy.filter(({ driver_id }) => driver_id === driver.id),
        ...others.flatMap(({ id }) => times.get(id) ?? []),
      ],
      long_rides: edited ? longRides(day, edited) : new Map(),
      visits: stops.filter(isVisit).flatMap(({ kind, delivery_id }) => {
        const delivery = day.deliveries.get(delivery_id!)
        return delivery && delivery.status !== 'cancelled' ? [{ kind, delivery }] : []
      }),
      stops: stops.flatMap((stop) => {
        const delivery = isVisit(stop) ? day.deliveries.get(stop.delivery_id!) : undefined
        if (!delivery || passed.includes(delivery.status)) return []
        const begins_at = new Date(Date.parse(stop.arrival_at) + stop.waiting_seconds * 1000).toISOString()
        return [{ kind: stop.kind, delivery, begins_at, late_seconds: lateSeconds(day, stop) }]
      }),
    },
    {
      day: day.day,
      settings: day.settings,
      hasDepots: haveSeveralDepots([...day.deliveries.values()], [...day.drivers.values()]),
      orders: ordersOn(day, all),
    },
  )
}

/** On which route each part of an order is. */
function ordersOn(day: DayToChange, routes: readonly EditRoute[]): Map<string, Map<string, string>> {
  const orders = new Map<string, Map<string, string>>()
  for (const { id, stops } of routes) {
    for (const { delivery_id } of stops) {
      const order = orderOf(deliveryIn(day, delivery_id))
      if (order) orders.set(order, (orders.get(order) ?? new Map()).set(delivery_id, id))
    }
  }
  return orders
}
