import { isEnd } from '#domain/delivery-state.ts'
import type { OnTheWay, StopAhead } from '#domain/eta/estimate.ts'
import { cellOf, type Observation } from '#domain/eta/learn.ts'
import type { ObservedKind } from '#domain/eta/kinds.ts'
import { distanceKm } from '#domain/great-circle.ts'
import { factorAt } from '#domain/travel/learned-speeds.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { instantOf } from '#domain/time.ts'
import type { RouteRow, StopRow } from './queries.ts'

type Place = { lat: number; lng: number }
type Clock = (time: string) => number

const at = (instant: string) => Date.parse(instant)
const atOrNull = (instant: string | null) => (instant === null ? null : Date.parse(instant))
const placeOf = ({ lat, lng }: { lat: number | null; lng: number | null }): Place | null =>
  lat === null || lng === null ? null : { lat, lng }

/** Farther from where the route starts than this, the driver is on the way. */
const leftStartKm = 0.3
/** A drive that nobody planned: 25 km/h along roads that are 1.4 times longer than the straight line. */
const secondsPerKm = (3600 / 25) * 1.4
/** A break that nobody planned. */
const usualBreakSeconds = 30 * 60

/** When the driver was at a stop, as they said or as positions say. */
export const arrivalOf = ({ arrived_at, stayed_from, done_at }: StopRow): number | null =>
  atOrNull(arrived_at) ?? (done_at !== null && stayed_from !== null ? Math.min(at(stayed_from), at(done_at)) : null)

const isDone = ({ done_at, status }: StopRow) => done_at !== null || (status !== null && isEnd(status))

/** The window that a stop was planned into: when it opens and closes. */
export function windowOf(stop: StopRow, clock: Clock): { opens: number | null; closes: number | null } {
  const planned = at(stop.arrival_at) + stop.waiting_seconds * 1000
  const windows = stop.windows
    .filter(({ start, end }) => start !== null || end !== null)
    .map(({ start, end }) => ({
      opens: start === null ? null : clock(start),
      closes: end === null ? null : clock(end),
    }))
    .toSorted((a, b) => (a.closes ?? Infinity) - (b.closes ?? Infinity))
  const chosen = windows.find(({ closes }) => closes === null || closes >= planned) ?? windows.at(-1)
  const opens = stop.waiting_seconds > 0 ? planned : null
  return chosen ?? { opens, closes: null }
}

/** By when the driver should be there: the end of the window, or what was promised if that is sooner. */
export function dueOf(stop: StopRow, clock: Clock): number | null {
  const times = [windowOf(stop, clock).closes, atOrNull(stop.promised_at)].filter((each) => each !== null)
  return times.length ? Math.min(...times) : null
}

export const clockOf =
  ({ day }: RouteRow, zone: string): Clock =>
  (time) =>
    instantOf(day, time, zone).getTime()

/** The planned drive between two stops, or a guess if they were not planned one after the other. */
function legBetween(from: StopRow | undefined, to: StopRow): number {
  if (!from) return 0
  if (to.position === from.position + 1) return Math.max(0, (at(to.arrival_at) - at(from.departure_at)) / 1000)
  const [a, b] = [placeOf(from), placeOf(to)]
  return a && b ? distanceKm(a, b) * secondsPerKm : 0
}

/** What is ahead of a route, from where it is now. */
export function toWay(route: RouteRow, stops: StopRow[], { now, zone }: { now: number; zone: string }): OnTheWay {
  const clock = clockOf(route, zone)
  const position = placeOf(route)
  const start = stops.find(({ kind }) => kind === 'start') ?? stops[0]
  const overAt = ({ done_at, told_at }: StopRow) => atOrNull(done_at ?? told_at)
  const reachedAt = (stop: StopRow) => overAt(stop) ?? atOrNull(stop.arrived_at)!
  const reached = stops.filter((stop) => overAt(stop) !== null || stop.arrived_at !== null)
  const last = reached.toSorted((a, b) => reachedAt(a) - reachedAt(b)).at(-1)
  const furthest = Math.max(-1, ...reached.map((stop) => stop.position))
  const startPlace = start && placeOf(start)
  const hasLeft = position !== null && startPlace != null && distanceKm(position, startPlace) > leftStartKm
  const ahead = stops.filter((stop) => {
    if (stop.kind === 'start' || stop.id === route.break_stop_id) return false
    return isVisit(stop) ? !isDone(stop) : stop.done_at === null && stop.position > furthest
  })
  const inOrder = [...ahead.filter(({ skipped_at }) => !skipped_at), ...ahead.filter(({ skipped_at }) => skipped_at)]
  // Skipped ones come last, but the driver ends where the route ends.
  const ordered = [...inOrder.filter(({ kind }) => kind !== 'end'), ...inOrder.filter(({ kind }) => kind === 'end')]
  const here = ordered.find((stop) => stop.arrived_at !== null)
  const sorted = here ? [here, ...ordered.filter((stop) => stop !== here)] : ordered
  const before = last && last !== here ? last : start
  const left = [atOrNull(sorted[0]?.departed_at ?? null), last ? overAt(last) : null].filter((time) => time !== null)
  return {
    now,
    driver: route.driver_id,
    starts_at: Math.max(at(start ? start.departure_at : route.starts_at), atOrNull(route.goods_ready_at) ?? 0),
    hasBegun: reached.length > 0 || stops.some(({ departed_at }) => departed_at !== null) || hasLeft,
    from: before ? placeOf(before) : null,
    left_at: left.length ? Math.max(...left) : null,
    position: position && { ...position, at: at(route.recorded_at!) },
    break_seconds: restOfBreak(route, stops, now),
    stops: sorted.map((stop, index) => toAhead(stop, index === 0 ? before : sorted[index - 1], clock)),
  }
}

function toAhead(stop: StopRow, before: StopRow | undefined, clock: Clock): StopAhead {
  return {
    id: stop.id,
    place: placeOf(stop),
    isBreak: stop.kind === 'break',
    leg_seconds: legBetween(before, stop),
    service_seconds: stop.service_seconds,
    opens_at: windowOf(stop, clock).opens,
    arrived_at: atOrNull(stop.arrived_at),
  }
}

function restOfBreak({ on_break_since, break_stop_id }: RouteRow, stops: StopRow[], now: number): number {
  if (on_break_since === null) return 0
  const planned = stops.find(({ id }) => id === break_stop_id)?.service_seconds || usualBreakSeconds
  return Math.max(0, planned - (now - at(on_break_since)) / 1000)
}

export type Seen = Observation & {
  stop_id: string
  kind: ObservedKind
  observed_at: Date
  traffic_factor: number | null
}

/** Too short to tell anything. */
const shortestSeconds = { drive: 60, service: 30 }

/** What the drives and stops of a route took, as far as they went as planned. */
export function observationsOf(
  route: RouteRow,
  stops: StopRow[],
  hourAt: (at: number) => number,
  zone: string,
): Seen[] {
  const clock = clockOf(route, zone)
  const visits = stops.filter(isVisit)
  return stops.flatMap((stop, index) => {
    const place = placeOf(stop)
    const arrived = arrivalOf(stop)
    if (!isVisit(stop) || arrived === null || !place) return []
    const of = {
      stop_id: stop.id,
      driver: route.driver_id,
      day: route.day,
      cell: cellOf(place),
      hour: hourAt(arrived),
    }
    const seen: Seen[] = []
    const note = (kind: ObservedKind, planned: number, actual: number, end: number) => {
      if (planned < shortestSeconds[kind] || actual < 10) return
      const seconds = { planned_seconds: Math.round(planned), actual_seconds: Math.round(actual) }
      seen.push({ ...of, kind, ...seconds, observed_at: new Date(end), traffic_factor: speedOfPlan(route, of.hour) })
    }
    const before = stops[index - 1]
    const left = leftFor(stop, before, visits)
    if (left !== null && before) note('drive', legBetween(before, stop), (arrived - left) / 1000, arrived)
    const done = atOrNull(stop.done_at)
    if (done !== null) {
      const began = Math.max(arrived, windowOf(stop, clock).opens ?? arrived)
      note('service', stop.service_seconds, (done - began) / 1000, done)
    }
    return seen
  })
}

/** How fast the plan took traffic to be. Bicycles pass it, and older plans do not say. */
function speedOfPlan({ timed_with, vehicle_type }: RouteRow, hour: number): number | null {
  return timed_with && vehicle_type !== 'bicycle' ? factorAt(timed_with.traffic, hour) : null
}

/** When the driver left the stop before for this one, if they drove from there straight here. */
function leftFor(stop: StopRow, before: StopRow | undefined, visits: StopRow[]): number | null {
  const arrived = arrivalOf(stop)!
  if (!before || before.kind === 'break' || before.kind === 'reload') return null
  if (before.kind === 'start') return atOrNull(stop.departed_at)
  const done = atOrNull(before.done_at)
  if (done === null || done > arrived) return null
  const isBetween = visits.some((other) => {
    const time = arrivalOf(other)
    return other !== stop && other !== before && time !== null && time > done && time < arrived
  })
  if (isBetween) return null
  const departed = atOrNull(stop.departed_at)
  return departed !== null && departed >= done && departed < arrived ? departed : done
}
