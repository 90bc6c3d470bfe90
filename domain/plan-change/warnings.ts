import type { Visit } from './goods.ts'
import { inFront } from './in-front.ts'
import { metOnBoard } from './met-on-board.ts'
import { outOfTurn } from './out-of-turn.ts'
import type { PlanWarning } from '../schema/plan-change.ts'
import { orderOf } from '../problem/groups.ts'
import { needsOf, type Need } from '../problem/needs.ts'
import { overfullIn } from '../problem/overfull.ts'
import { countTerritories, territoriesOf } from '../problem/territory-of.ts'
import type { PlannerSettings } from '../problem/settings.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'
import { isVisit } from '../stop-kinds.ts'
import type { StopKind } from '../schema/plan.ts'
import { timeOf } from '../time.ts'

export type WarnedDelivery = PlannerDelivery & { number: number; scheduled_date: string | null }

export type WarnedStop = {
  kind: StopKind
  delivery: WarnedDelivery
  begins_at: string
  late_seconds: number
}

/** A changed route, and what a dispatcher may overlook about it. */
export type WarnedRoute = {
  route_id: string
  crew: PlannerDriver & { isElsewhere: boolean; isWorking: boolean }
  starts_at: string
  ends_at: string
  /** When the shift ends, or the depot closes. */
  shift_ends_at: string
  /** The most that is on board at once. */
  load_kg: number
  load_l: number
  load_units: number
  capacity_kg: number | null
  capacity_l: number | null
  capacity_units: number | null
  /** What the driver has to do on other routes. */
  busy: readonly { starts_at: string; ends_at: string }[]
  /** What is on board for longer than it may be, by delivery: for how many seconds longer. */
  long_rides: ReadonlyMap<string, number>
  /** What is still open. */
  stops: readonly WarnedStop[]
  /** All visits in order, also those that are done: their goods may still be on board. */
  visits: readonly Visit<WarnedDelivery>[]
}

export type WarnedDay = {
  day: string
  settings: PlannerSettings
  /** Whether goods are at several depots that day. */
  hasDepots: boolean
  /** On which route each delivery of an order is, by the name of the order. */
  orders: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** What speaks against a route. A dispatcher may do it all the same. */
export function warningsOf(route: WarnedRoute, day: WarnedDay): PlanWarning[] {
  return [
    ...crewWarnings(route, day),
    ...loadWarnings(route),
    ...roomWarnings(route),
    ...apartWarnings(route, day),
    ...boardWarnings(route, day),
    ...stackWarnings(route),
    ...turnWarnings(route, day),
    ...orderWarnings(route, day),
    ...rideWarnings(route),
    ...route.stops.flatMap((stop) => stopWarnings(stop, route, day)),
  ]
}

function crewWarnings(route: WarnedRoute, { settings }: WarnedDay): PlanWarning[] {
  const { crew, route_id, busy, starts_at, ends_at, shift_ends_at, stops } = route
  const time = (instant: string) => timeOf(new Date(instant), settings.time_zone)
  const about = (code: PlanWarning['code'], sentence: string): PlanWarning => ({ code, sentence, route_id })
  const all: PlanWarning[] = []
  if (!crew.isWorking) all.push(about('driver_off_duty', `${crew.name} does not work that day.`))
  else if (ends_at > shift_ends_at) {
    const late = `${crew.name} would be done at ${time(ends_at)}. The shift ends, or the depot closes, at ${time(shift_ends_at)}.`
    all.push(about('shift_end', late))
  }
  if (crew.vehicle?.blocked) all.push(about('vehicle_blocked', crew.vehicle.blocked))
  const other = busy.find((each) => each.starts_at < ends_at && starts_at < each.ends_at)
  if (other) {
    const until = `${crew.name} has another route from ${time(other.starts_at)} to ${time(other.ends_at)}.`
    all.push(about('driver_busy', until))
  }
  if (crew.isElsewhere) all.push(about('driver_other_depot', `${crew.name} belongs to another depot.`))
  const visits = stops.filter(isVisit).length
  if (crew.max_stops != null && visits > crew.max_stops) {
    all.push(about('too_many_stops', `${crew.name} takes ${crew.max_stops} stops at most. These are ${visits}.`))
  }
  const most = crew.max_territories
  const served = territoriesOf(
    stops.map(({ delivery }) => delivery),
    settings,
  )
  if (most != null && served.length > most) {
    const names = new Intl.ListFormat('en').format(served)
    all.push(
      about('too_many_territories', `${crew.name} serves ${countTerritories(most)} at most. These are ${names}.`),
    )
  }
  return all
}

const quantities = [
  ['kg', 'kg'],
  ['l', 'L'],
  ['units', 'pieces'],
] as const

function loadWarnings(route: WarnedRoute): PlanWarning[] {
  return quantities.flatMap(([quantity, unit]): PlanWarning[] => {
    const [carried, capacity] = [route[`load_${quantity}`], route[`capacity_${quantity}`]]
    if (capacity === null || carried <= capacity + 0.001) return []
    const sentence = `${route.crew.name} would carry ${amount(carried)} ${unit}. The vehicle takes ${amount(capacity)} ${unit}.`
    return [{ code: 'over_capacity', sentence, route_id: route.route_id }]
  })
}

function roomWarnings({ crew, stops, route_id }: WarnedRoute): PlanWarning[] {
  return overfullIn(crew.vehicle, stops).map(({ carried, most, unit, where }) => {
    const sentence = `${crew.name} would carry ${amount(carried)} ${unit}${where}. The vehicle takes ${amount(most)} ${unit} there.`
    return { code: 'over_capacity', sentence, route_id }
  })
}

const amount = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })

/** Goods that must not share a vehicle. */
function apartWarnings({ stops, route_id }: WarnedRoute, { settings }: WarnedDay): PlanWarning[] {
  return (settings.keep_apart ?? []).flatMap(([one, other]): PlanWarning[] => {
    const has = (tag: string | undefined) => stops.find(({ delivery }) => tag && delivery.tags?.includes(tag))?.delivery
    const [first, second] = [has(one), has(other)]
    if (!first || !second) return []
    const sentence = `Delivery ${first.number} is “${one}” and delivery ${second.number} is “${other}”. They must not share a vehicle.`
    return [{ code: 'kept_apart', sentence, route_id, delivery_id: second.id }]
  })
}

/** Goods that must not be on board at the same time. */
function boardWarnings({ crew: { vehicle }, visits, route_id }: WarnedRoute, { settings }: WarnedDay): PlanWarning[] {
  return metOnBoard(vehicle, visits, settings.keep_apart_on_board).map(({ one, other, tags }) => ({
    code: 'apart_on_board',
    sentence: `Delivery ${one.number} is “${tags[0]}” and delivery ${other.number} is “${tags[1]}”. They would be on board at the same time.`,
    route_id,
    delivery_id: other.id,
  }))
}

/** Goods that would have to be moved out of the way, in a vehicle that is loaded from one end. */
function stackWarnings({ crew: { vehicle }, visits, route_id }: WarnedRoute): PlanWarning[] {
  if (!vehicle?.last_in_first_out) return []
  return inFront(visits).map(({ of, by }) => ({
    code: 'last_in_first_out',
    sentence: `Delivery ${of.number} would lie behind delivery ${by.number}. ${vehicle.code} hands over first what was loaded last.`,
    route_id,
    delivery_id: of.id,
  }))
}

/** What is more urgent than what comes before it. */
function turnWarnings({ stops, route_id }: WarnedRoute, { settings }: WarnedDay): PlanWarning[] {
  return outOfTurn(stops.filter(isVisit), settings).map(({ of, after }) => ({
    code: 'priority_order',
    sentence: `Delivery ${of.number} is more urgent than delivery ${after.number} and would come after it.`,
    route_id,
    delivery_id: of.id,
  }))
}

/** What is on board for too long, in whole minutes. What is done is not told. */
function rideWarnings({ stops, long_rides, route_id }: WarnedRoute): PlanWarning[] {
  return stops.flatMap(({ kind, delivery: { id, number } }): PlanWarning[] => {
    const over = kind === 'pickup' ? 0 : (long_rides.get(id) ?? 0)
    if (over < 60) return []
    const sentence = `Delivery ${number} would be on board ${minutesOf(over)} longer than it may be.`
    return [{ code: 'max_ride', sentence, route_id, delivery_id: id }]
  })
}

/** Orders of several deliveries: one vehicle brings them, step by step. */
function orderWarnings({ stops, route_id }: WarnedRoute, { orders }: WarnedDay): PlanWarning[] {
  const seen = new Map<string, number>()
  return stops.flatMap(({ delivery }): PlanWarning[] => {
    const order = orderOf(delivery)
    const parts = order && orders.get(order)
    if (!parts) return []
    const about = { code: 'precedence' as const, route_id, delivery_id: delivery.id }
    const name = `Delivery ${delivery.number} is part of the order ${delivery.order_reference}`
    if ([...parts.values()].some((route) => route !== route_id)) {
      return [{ ...about, sentence: `${name}, of which other parts are on another route.` }]
    }
    const step = delivery.order_step ?? 0
    const last = seen.get(order) ?? 0
    if (step > 0) seen.set(order, Math.max(last, step))
    return step > 0 && step < last ? [{ ...about, sentence: `${name}, and comes after a later step of it.` }] : []
  })
}

function minutesOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** The warning for what a driver or vehicle lacks. */
const unmet: Record<Need['kind'], PlanWarning['code']> = {
  skill: 'missing_skills',
  wanted_driver: 'wanted_driver',
  depot: 'other_depot',
  temperature: 'temperature',
  territory: 'territory',
}

function stopWarnings(stop: WarnedStop, { crew, route_id }: WarnedRoute, day: WarnedDay): PlanWarning[] {
  const { delivery, begins_at, late_seconds } = stop
  const { id: delivery_id, number } = delivery
  const about = (code: PlanWarning['code'], sentence: string): PlanWarning => ({
    code,
    sentence,
    delivery_id,
    route_id,
  })
  const all: PlanWarning[] = []
  if (late_seconds >= 60) {
    const at = timeOf(new Date(begins_at), day.settings.time_zone)
    const late = minutesOf(late_seconds)
    all.push(about('outside_window', `Delivery ${number} would be reached at ${at}, ${late} after its window.`))
  }
  for (const need of needsOf(delivery, day.settings, day.hasDepots)) {
    if (need.isMetBy(crew)) continue
    all.push(
      about(unmet[need.kind], `Delivery ${number} needs a driver who ${need.said}. ${crew.name} does not qualify.`),
    )
  }
  if (delivery.scheduled_date && delivery.scheduled_date !== day.day) {
    all.push(about('other_day', `Delivery ${number} is for ${delivery.scheduled_date}, not for the plan’s day.`))
  }
  return all
}

/** Those that a change brings: not what was so before. */
export function newWarnings(before: readonly PlanWarning[], after: readonly PlanWarning[]): PlanWarning[] {
  const key = ({ code, delivery_id, route_id, sentence }: PlanWarning) =>
    `${code} ${delivery_id ?? route_id} ${sentence}`
  const known = new Set(before.map(key))
  return [...new Map(after.map((warning) => [key(warning), warning])).values()].filter((each) => !known.has(key(each)))
}
