import type { Remedy, RemedyKind } from '#domain/schema/plan-risk.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import {
  asExpected,
  editable,
  lateSeconds,
  midnightOf,
  secondsAt,
  timeRoute,
  timesOf,
  type DayToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'

/** A remedy moves no more deliveries than this, unless it gives the whole route away, and breaks no promise that could be kept. */
export const budget = { stops_moved: 3, promises_broken: 0 }

/** How many stops will be late, and by how many seconds altogether. */
export type Lateness = { stops: number; seconds: number }
export const isBetter = (one: Lateness, other: Lateness) =>
  one.stops < other.stops || (one.stops === other.stops && one.seconds < other.seconds)

/** Slower than this is another trouble than being slow. */
const slowest = 2
/** Over less than this, a few minutes would say too much. */
const shortestMs = 30 * 60_000

/**
 * How much longer than the engine says a driver needs for what is ahead, as the expected arrivals say; 1 if they agree, or
 * nothing is expected.
 */
export function paceOf(day: DayToChange, routeId: string): number {
  const whole = day.routes.find(({ route }) => route.id === routeId)
  if (!whole) return 1
  const known = asExpected(day, whole).stops.flatMap(({ id, arrival_at }) => {
    const eta = day.etas.get(id)
    return eta === undefined ? [] : [{ eta, engine: Date.parse(arrival_at) }]
  })
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || last.engine - first.engine < shortestMs) return 1
  return Math.min(slowest, Math.max(1, (last.eta - first.eta) / (last.engine - first.engine)))
}

const open: readonly (string | undefined)[] = ['pending', 'planned', 'dispatched', 'in_transit', 'arrived']

/**
 * How late a route is going to be.
 * @param limit what is late by less does not count, in seconds
 */
export function latenessOf(
  day: DayToChange,
  whole: WholeRoute,
  { pace, limit }: { pace: number; limit: number },
): Lateness {
  const late = lateStops(day, whole, pace).map(({ late_seconds }) => late_seconds)
  const over = [...late, overtime(day, whole, pace)].filter((seconds) => seconds > limit)
  return { stops: over.length, seconds: over.reduce((sum, seconds) => sum + seconds, 0) }
}

/** The visits of a route that are not over, each with how late it is going to be. */
export function lateStops(day: DayToChange, { stops }: WholeRoute, pace: number) {
  const visits = stops.filter((stop) => isVisit(stop) && open.includes(day.deliveries.get(stop.delivery_id!)?.status))
  const from = visits[0] ? Date.parse(visits[0].arrival_at) : 0
  return visits.map((stop) => {
    const planned = Date.parse(stop.arrival_at)
    const arrival = Math.max(planned, from + (planned - from) * pace)
    const waiting_seconds = Math.max(0, stop.waiting_seconds - (arrival - planned) / 1000)
    const arrival_at = new Date(arrival).toISOString()
    const afterPromise = stop.promised_at ? (arrival - Date.parse(stop.promised_at)) / 1000 : 0
    const afterWindow = lateSeconds(day, { ...stop, arrival_at, waiting_seconds })
    return { stop, arrival_at, late_seconds: Math.max(0, afterWindow, afterPromise) }
  })
}

/** How long after the shift, or after the depot closes, a route ends. */
function overtime(day: DayToChange, { route, stops }: WholeRoute, pace: number): number {
  const edited = editable(day).find(({ id }) => id === route.id)
  const first = stops.find((stop) => isVisit(stop) && open.includes(day.deliveries.get(stop.delivery_id!)?.status))
  if (!edited || !first) return 0
  const from = Date.parse(first.arrival_at)
  const end = from + Math.max(0, Date.parse(route.ends_at) - from) * pace
  return secondsAt(midnightOf(day), new Date(end).toISOString()) - timesOf(day, edited).to
}

/** A route as it will go on, with the changes that are not published. */
export function goesOn(day: DayToChange, routeId: string): WholeRoute | undefined {
  const edited = editable(day).find(({ id }) => id === routeId)
  return edited && timeRoute(day, edited, () => '')
}

const andList = new Intl.ListFormat('en')
const onDay = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
export const named = (numbers: readonly number[]) => andList.format(numbers.map((number) => `#${number}`))
export const dayNamed = (day: string) => onDay.format(new Date(day))

/** `Give #12 and #15 to Budi`, `Give #12 to Budi and #15 to Sari`. */
export function sayGiven(given: readonly { number: number; to: string }[]): string {
  const byTaker = Map.groupBy(given, ({ to }) => to)
  const parts = [...byTaker].map(([to, all]) => `${named(all.map(({ number }) => number))} to ${to}`)
  return `Give ${andList.format(parts)}`
}

/** The best first: what leaves the fewest stops late, breaks the fewest promises, moves the fewest stops, and costs least. */
export function ranked(remedies: readonly Remedy[]): Remedy[] {
  const worth = ({ late_stops_left, effect, stops_moved, kind }: Remedy) => [
    late_stops_left,
    effect?.promises.length ?? 0,
    lastResort.includes(kind) ? 1 : 0,
    stops_moved,
    effect?.cost ?? 0,
  ]
  return remedies.toSorted((a, b) => {
    const [one, other] = [worth(a), worth(b)]
    const at = one.findIndex((value, place) => value !== other[place])
    return at < 0 ? 0 : one[at]! - other[at]!
  })
}

/** Nobody comes that day, or drivers take over many stops. */
const lastResort: readonly RemedyKind[] = ['another_day', 'spread']
