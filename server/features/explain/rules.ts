import type { WarnedDay } from '#domain/plan-change/warnings.ts'
import { clockOf } from '#domain/problem/clock.ts'
import { haveSeveralDepots } from '#domain/problem/needs.ts'
import { deliveryWindows, pickupWindows } from '#domain/problem/windows.ts'
import { promiseMinutes } from '#domain/plan-change/effect.ts'
import type { RouteRows } from '#domain/plan/to-routes.ts'
import { sayDayTime } from '#domain/problem/say-time.ts'
import type { ConstraintCode, PlanConstraint, StopArrival } from '#domain/schema/plan-why.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { dayTimeAt } from '#domain/time.ts'
import { reasonsAgainst, type TriedRoute } from '#domain/why/against.ts'
import { arrivalLines } from '#domain/why/arrival.ts'
import { sayMinutes } from '#domain/why/say-minutes.ts'
import type { EditRoute } from '#domain/plan-change/edit-route.ts'
import {
  crewOf,
  editable,
  lateSeconds,
  midnightOf,
  secondsAt,
  timesOf,
  type DayToChange,
  type PlanToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'

type Stop = WholeRoute['stops'][number]

/** The windows that count at a stop, in seconds after midnight. */
function windowsAt(day: DayToChange, stop: Stop) {
  const delivery = day.deliveries.get(stop.delivery_id ?? '')
  if (!delivery) return undefined
  const at = clockOf(day.day, day.settings.time_zone)
  const isCollected = stop.kind === 'pickup' && delivery.pickup
  return isCollected ? pickupWindows(delivery.pickup!, delivery.ready_time ?? null, at) : deliveryWindows(delivery, at)
}

/** A route as it would be, with what is compared to tell what would be broken. */
export function triedRoute(
  day: DayToChange,
  edited: EditRoute,
  after: WholeRoute,
  before: WholeRoute | undefined,
  long_rides: TriedRoute['long_rides'] = new Map(),
): TriedRoute {
  const zone = day.settings.time_zone
  const clock = (seconds: number) => dayTimeAt(day.day, seconds, zone)
  const midnight = midnightOf(day)
  const { works, to } = timesOf(day, edited)
  const wasLate = new Map(before?.stops.map((stop) => [stop.id, lateSeconds(day, stop)]))
  const overBy = ({ route }: WholeRoute) => Math.max(0, secondsAt(midnight, route.ends_at) - to)
  const { route } = after
  return {
    crew: { ...crewOf(day, edited), isWorking: works },
    visits: after.stops.filter(isVisit).length,
    stops: after.stops.flatMap((stop) => {
      const delivery = isVisit(stop) ? day.deliveries.get(stop.delivery_id!) : undefined
      if (!delivery) return []
      const closes = windowsAt(day, stop)?.at(-1)?.[1]
      const begins = secondsAt(midnight, stop.arrival_at) + stop.waiting_seconds
      return [
        {
          kind: stop.kind,
          delivery,
          begins: clock(begins),
          closes: closes === undefined ? null : clock(closes),
          late_seconds: lateSeconds(day, stop),
          was_late_seconds: wasLate.get(stop.id) ?? 0,
        },
      ]
    }),
    ends: clock(secondsAt(midnight, route.ends_at)),
    shiftEnds: clock(to),
    overSeconds: overBy(after),
    wasOverSeconds: before ? overBy(before) : 0,
    duration_seconds: route.duration_seconds,
    driving_seconds: route.driving_seconds,
    distance_km: route.distance_km,
    load: [route.load_kg, route.load_l, route.load_units],
    long_rides,
  }
}

export const warnedDay = (day: DayToChange): WarnedDay => ({
  day: day.day,
  settings: day.settings,
  hasDepots: haveSeveralDepots([...day.deliveries.values()], [...day.drivers.values()]),
  orders: new Map(),
})

const passed = new Set(['in_transit', 'arrived', 'delivered', 'failed'])

/** When a stop is reached, how that adds up, and what it is to be compared with. */
export function arrivalAt(day: DayToChange, { route, stops }: WholeRoute, stop: Stop): StopArrival {
  const zone = day.settings.time_zone
  const isDone = (id: string) => {
    const delivery = day.deliveries.get(stops.find((each) => each.id === id)?.delivery_id ?? '')
    return delivery !== undefined && passed.has(delivery.status)
  }
  const begins = secondsAt(midnightOf(day), stop.arrival_at) + stop.waiting_seconds
  const late_seconds = lateSeconds(day, stop)
  const windows = windowsAt(day, stop)
  const window = windows?.find(([, to]) => begins <= to) ?? windows?.at(-1)
  const spare = window && !late_seconds && window[1] < endOfDays ? Math.round(window[1] - begins) : null
  const { promised_at } = stop
  const since = promised_at === null ? null : Math.round((Date.parse(stop.arrival_at) - Date.parse(promised_at)) / 1000)
  const shown = (seconds: number) => dayTimeAt(day.day, seconds, zone)
  return {
    stop_id: stop.id,
    kind: stop.kind,
    sequence: stop.sequence,
    lines: arrivalLines({ stops, driving_seconds: route.driving_seconds }, stop.id, isDone),
    arrival_at: stop.arrival_at,
    begins_at: new Date(Date.parse(stop.arrival_at) + stop.waiting_seconds * 1000).toISOString(),
    departure_at: stop.departure_at,
    waiting_seconds: stop.waiting_seconds,
    setup_seconds: stop.setup_seconds,
    service_seconds: stop.service_seconds,
    window_start: window && window[0] > 0 ? shown(window[0]) : null,
    window_end: window && window[1] < endOfDays ? shown(window[1]) : null,
    late_seconds: Math.round(late_seconds),
    spare_seconds: spare,
    promised_at,
    after_promise_seconds: since,
  }
}

/** A window without an end closes with the last time that anybody can say. */
const endOfDays = 47 * 3600

type Row = RouteRows[number]

/** A stop that is not stored, as one that is. */
export const asStop = (stop: Row['stops'][number]): Stop => ({
  ...stop,
  id: '',
  locked: false,
  arrival_at: stop.arrival_at.toISOString(),
  departure_at: stop.departure_at.toISOString(),
})

const mostSaid = 5
const mostNamed = 100

/**
 * What routes that were calculated without one kind of constraint break of it, route by route, and which deliveries it is about.
 * @param kept the routes that keep it
 */
export function brokenIn(
  plan: PlanToChange,
  code: ConstraintCode,
  rows: RouteRows,
  kept: RouteRows,
): Pick<PlanConstraint, 'where' | 'delivery_ids'> {
  const day = { ...plan, editable: editable(plan), warned: warnedDay(plan), before: new Set(kept.flatMap(legsOf)) }
  const broken = rows.flatMap((row) => brokenBy[code](day, row))
  const ids = [...new Set(broken.flatMap(({ delivery_id }) => delivery_id ?? []))]
  return { where: broken.slice(0, mostSaid).map(({ sentence }) => sentence), delivery_ids: ids.slice(0, mostNamed) }
}

type Broken = { sentence: string; delivery_id?: string }
type Judged = PlanToChange & { editable: EditRoute[]; warned: WarnedDay; before: ReadonlySet<string> }

/** Whom a driver visits after whom. */
function legsOf(row: Row): string[] {
  const visits = visitsOf(row)
  return visits.map((_, at) => legTo(row, visits, at))
}

const legTo = ({ driver_id }: Row, visits: Row['stops'], at: number) =>
  `${driver_id} ${visits[at - 1]?.delivery_id} ${visits[at]!.kind} ${visits[at]!.delivery_id}`

const brokenBy: Record<ConstraintCode, (day: Judged, row: Row) => Broken[]> = {
  time_windows: outsideWindows,
  shift_end: (day, row) => routeReasons(day, row, ['shift_end']),
  capacity: (day, row) => routeReasons(day, row, ['capacity_kg', 'capacity_l', 'capacity_units']),
  max_stops: (day, row) => routeReasons(day, row, ['max_stops']),
  limits: (day, row) => routeReasons(day, row, ['max_shift', 'max_travel_time', 'max_distance']),
  last_in_first_out: (day, row) => routeReasons(day, row, ['last_in_first_out']),
  priority_order: (day, row) => routeReasons(day, row, ['priority_order']),
  skills: (day, row) => unmetBy(day, row, 'skills'),
  wanted_driver: (day, row) => unmetBy(day, row, 'wanted_driver'),
  temperature: (day, row) => unmetBy(day, row, 'temperature'),
  territory: (day, row) => [...unmetBy(day, row, 'territory'), ...routeReasons(day, row, ['max_territories'])],
  groups: () => [],
  balance: () => [],
  compactness: () => [],
  locks: lockedElsewhere,
  promises: outsidePromises,
}

const visitsOf = ({ stops }: Row) => stops.filter((stop) => isVisit(stop) && stop.delivery_id !== null)

/** Those that are visited in another order, and outside their windows: the others are early or late with them. */
function outsideWindows(day: Judged, row: Row): Broken[] {
  const midnight = midnightOf(day)
  const clock = (seconds: number) => sayDayTime(dayTimeAt(day.day, seconds, day.settings.time_zone))
  return visitsOf(row).flatMap((stop, at, visits): Broken[] => {
    if (day.before.has(legTo(row, visits, at))) return []
    const windows = windowsAt(day, asStop(stop))
    const begins = secondsAt(midnight, stop.arrival_at.toISOString()) + stop.waiting_seconds
    if (!windows || windows.some(([from, to]) => begins >= from - 60 && begins <= to + 60)) return []
    const next = windows.find(([from]) => begins < from) ?? windows.at(-1)!
    const window = next[1] < endOfDays ? `${clock(next[0])} to ${clock(next[1])}` : `from ${clock(next[0])}`
    const { id, number } = day.deliveries.get(stop.delivery_id!)!
    return [{ delivery_id: id, sentence: `#${number} would be reached at ${clock(begins)}, not ${window}.` }]
  })
}

/** The route as somebody would judge it who puts it together by hand. */
function asTried(day: Judged, row: Row): TriedRoute | undefined {
  const stored = day.routes.find(({ route }) => route.driver_id === row.driver_id)
  const edited = stored && day.editable.find(({ id }) => id === stored.route.id)
  if (!edited) return undefined
  const { starts_at, ends_at, stops, ...route } = row
  const after = {
    route: { ...stored.route, ...route, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
    stops: stops.map(asStop),
  }
  return triedRoute(day, edited, after, undefined)
}

function routeReasons(day: Judged, row: Row, codes: readonly string[]): Broken[] {
  const tried = asTried(day, row)
  const reasons = tried ? reasonsAgainst('', tried, day.warned) : []
  return reasons
    .filter(({ code }) => codes.includes(code))
    .map(({ sentence }) => ({ sentence: `${row.driver_name}: ${sentence}.` }))
}

function unmetBy(day: Judged, row: Row, code: string): Broken[] {
  const tried = asTried(day, row)
  if (!tried) return []
  return [...new Set(visitsOf(row).map(({ delivery_id }) => delivery_id!))].flatMap((id): Broken[] => {
    const reason = reasonsAgainst(id, tried, day.warned).find((each) => each.code === code)
    const { number } = day.deliveries.get(id)!
    return reason ? [{ delivery_id: id, sentence: `#${number} with ${row.driver_name}: ${reason.sentence}.` }] : []
  })
}

/** Locked stops that would go to another driver, or to another place. */
function lockedElsewhere(day: Judged, row: Row): Broken[] {
  const placeOf = new Map(
    day.routes.flatMap(({ route, stops }) =>
      stops.flatMap((stop) =>
        stop.delivery_id && (stop.locked || route.locks.length) ? [[stop.delivery_id, { route, stop }] as const] : [],
      ),
    ),
  )
  return visitsOf(row).flatMap((stop): Broken[] => {
    const was = placeOf.get(stop.delivery_id!)
    if (!was) return []
    const { number } = day.deliveries.get(stop.delivery_id!)!
    const { driver_id, driver_name } = was.route
    if (driver_id !== row.driver_id)
      return [
        { delivery_id: stop.delivery_id!, sentence: `#${number} would go from ${driver_name} to ${row.driver_name}.` },
      ]
    if (stop.sequence === was.stop.sequence) return []
    const sentence = `#${number} would be stop ${stop.sequence} of ${driver_name}, not ${was.stop.sequence}.`
    return [{ delivery_id: stop.delivery_id!, sentence }]
  })
}

function outsidePromises(day: Judged, row: Row): Broken[] {
  const tolerance = (day.settings.promise_tolerance_minutes ?? promiseMinutes) * 60
  const promised = new Map(
    day.routes.flatMap(({ stops }) => stops.map((stop) => [`${stop.kind} ${stop.delivery_id}`, stop.promised_at])),
  )
  return visitsOf(row).flatMap((stop): Broken[] => {
    const at = promised.get(`${stop.kind} ${stop.delivery_id}`)
    const later = at ? (stop.arrival_at.getTime() - Date.parse(at)) / 1000 : 0
    if (Math.abs(later) <= tolerance) return []
    const { id, number } = day.deliveries.get(stop.delivery_id!)!
    const words = `${sayMinutes(Math.abs(later))} ${later > 0 ? 'later' : 'earlier'} than promised`
    return [{ delivery_id: id, sentence: `#${number} would be reached ${words}.` }]
  })
}
