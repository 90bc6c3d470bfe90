import type { WarnedDay } from '#domain/plan-change/warnings.ts'
import { clockOf } from '#domain/problem/clock.ts'
import { haveSeveralDepots } from '#domain/problem/needs.ts'
import { deliveryWindows, pickupWindows } from '#domain/problem/windows.ts'
import type { StopArrival } from '#domain/schema/plan-why.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { dayTimeAt } from '#domain/time.ts'
import type { TriedRoute } from '#domain/why/against.ts'
import { arrivalLines } from '#domain/why/arrival.ts'
import type { EditRoute } from '#domain/plan-change/edit-route.ts'
import {
  crewOf,
  lateSeconds,
  midnightOf,
  secondsAt,
  timesOf,
  type DayToChange,
  type WholeRoute,
} from '../plan-changes/queries.ts'

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
