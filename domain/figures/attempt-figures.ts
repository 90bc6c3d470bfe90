import { doubtfulBelow } from '../address/position.ts'
import { isVisit } from '../stop-kinds.ts'
import { areaOf } from './area.ts'
import type { Ended } from './attempts.ts'
import { co2Of } from './co2.ts'
import { lateCauseOf, lateCauses, type LateCause } from './late-cause.ts'
import { judgePromise, promiseOf, type Promised } from './promise.ts'
import type { RawDelivery, RawMessage, RawRoute, RawStop } from './raw.ts'
import type { RouteFigures, StopShare } from './route-figures.ts'
import { windowKey } from './splits.ts'
import type { AttemptSum, MoneySum } from './sums.ts'
import { isFailedThere } from './trouble.ts'
import { lowRating } from '../low-rating.ts'

/** An attempt as figures keep it. */
export type AttemptFigures = {
  delivery_id: string
  attempt: number
  day: string
  number: number
  route_id: string | null
  driver_id: string | null
  vehicle_id: string | null
  depot_id: string | null
  client_id: string | null
  area: string | null
  hour: number
  window: string | null
  reason: string | null
  currency: string
  arrived_at: number
  ended_at: number
  planned_at: number | null
  due_at: number | null
  rating: number | null
  /** 1 if it failed for a reason that has to do with the address or the recipient. */
  failed_there: number
  /** 1 if the position was doubtful, or a driver or recipient placed the pin. */
  pin_unsure: number
} & Record<AttemptSum | MoneySum, number>

/** What an attempt is worked out with, besides itself. */
export type Around = {
  delivery: RawDelivery
  /** From 1. */
  attempt: number
  isLast: boolean
  route: { raw: RawRoute; figures: RouteFigures; shares: Map<string, StopShare> } | undefined
  stop: RawStop | undefined
  messages: readonly RawMessage[]
  territories: Parameters<typeof areaOf>[1]
  currency: string
  clock: { dayOf: (at: number) => string; hourOf: (at: number) => number; at: (day: string, time: string) => number }
}

const badAddress = ['address_not_found', 'wrong_address', 'no_access']

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000)

/** Works out everything that figures say of one attempt. */
export function attemptFiguresOf(ended: Ended, around: Around): AttemptFigures {
  const { delivery, attempt, isLast, route, stop, clock } = around
  const day = route?.raw.day ?? clock.dayOf(ended.at)
  const arrived = stop?.arrived_at != null && stop.arrived_at <= ended.at ? stop.arrived_at : null
  const came = arrived ?? ended.at
  const windows = delivery.windows.map(({ start, end }) => ({
    opens: start === null ? null : clock.at(day, start),
    closes: end === null ? null : clock.at(day, end),
  }))
  const begins = stop ? stop.arrival_at + stop.waiting_seconds * 1000 : null
  const promise = promiseOf(windows, begins, stop?.promised_at ?? null)
  const kept = promise && judgePromise(promise, came, ended.at)
  const cause = kept?.lateSeconds ? causeOf(ended, around, promise!, came) : null
  const place = delivery.lat === null || delivery.lng === null ? null : { lat: delivery.lat, lng: delivery.lng }
  const drive = stop && route && arrived !== null ? driveOf(stop, route.raw, arrived) : null
  const opens = windows.length ? (promise?.opens ?? null) : null
  const waited = arrived !== null && opens !== null ? Math.max(0, Math.min(ended.at, opens) - arrived) : 0
  const service = stop && arrived !== null ? seconds(ended.at - arrived - waited) : null
  const share = stop && route?.shares.get(stop.id)
  const isDelivered = ended.outcome === 'delivered'
  const rating = isLast ? delivery.rating : null
  return {
    delivery_id: delivery.id,
    attempt,
    day,
    number: delivery.number,
    route_id: route?.raw.id ?? null,
    driver_id: route?.raw.driver_id ?? (isLast ? delivery.driver_id : null),
    vehicle_id: route?.raw.vehicle_id ?? null,
    depot_id: delivery.depot_id,
    client_id: delivery.client_id,
    area: areaOf(place, around.territories)?.key ?? null,
    hour: clock.hourOf(came),
    window: windowKey(delivery.windows[0]?.start ?? null, delivery.windows[0]?.end ?? null),
    reason: ended.reason,
    currency: around.currency,
    arrived_at: came,
    ended_at: ended.at,
    planned_at: stop?.arrival_at ?? null,
    due_at: promise?.closes ?? null,
    rating,
    failed_there: Number(!isDelivered && isFailedThere(ended.reason)),
    pin_unsure: Number(isDoubtful(delivery) || isPinMoved(delivery)),
    attempts: 1,
    delivered: Number(isDelivered),
    failed: Number(!isDelivered),
    firsts: Number(attempt === 1),
    first_delivered: Number(attempt === 1 && isDelivered),
    promised: Number(promise !== null),
    on_time: Number(kept?.kept ?? false),
    early: Number(kept?.early ?? false),
    late: Number(cause !== null),
    late_seconds: kept?.lateSeconds ?? 0,
    ...causeSums(cause),
    drives: Number(drive !== null),
    planned_drive_seconds: drive?.planned ?? 0,
    actual_drive_seconds: drive?.actual ?? 0,
    services: Number(service !== null),
    planned_service_seconds: service === null ? 0 : stop!.service_seconds,
    actual_service_seconds: service ?? 0,
    waited: Number(waited > 0),
    waiting_seconds: seconds(waited),
    meters: share?.meters ?? 0,
    eta_told: Number((stop?.eta_said ?? 0) > 0),
    eta_missed: Number(stop !== undefined && stop.eta_said > stop.eta_within),
    eta_said: stop?.eta_said ?? 0,
    eta_within: stop?.eta_within ?? 0,
    eta_error_seconds: stop?.eta_error_seconds ?? 0,
    rated: Number(rating !== null),
    stars: rating ?? 0,
    low: Number(rating !== null && rating <= lowRating),
    messaged: Number(around.messages.length > 0),
    messages: around.messages.length,
    co2_grams: share ? co2Of(route!.raw.vehicle_type, share.meters) : 0,
    costed: Number(isDelivered && Boolean(share?.cost)),
    cost_distance: share?.cost?.distance ?? 0,
    cost_time: share?.cost?.time ?? 0,
    cost_stops: share?.cost?.stops ?? 0,
    cost_fixed: share?.cost?.fixed ?? 0,
    cost_messages: around.messages.reduce((sum, { cost }) => sum + cost, 0),
  }
}

const isDoubtful = ({ location_confidence: sure }: RawDelivery) => sure !== null && sure < doubtfulBelow
const isPinMoved = ({ location_source: by }: RawDelivery) => by === 'driver' || by === 'recipient'

const causeSums = (cause: LateCause | null) =>
  Object.fromEntries(lateCauses.map((each) => [`late_${each}`, Number(each === cause)])) as Record<
    `late_${LateCause}`,
    number
  >

function causeOf({ reason }: Ended, { delivery, stop, route }: Around, promise: Promised, came: number): LateCause {
  const drive = stop && route ? driveOf(stop, route.raw, came) : null
  return lateCauseOf({
    planned_late_seconds: stop ? seconds(stop.arrival_at + stop.waiting_seconds * 1000 - promise.closes!) : null,
    delay_seconds: stop ? seconds(came - stop.arrival_at) : null,
    start_seconds: route?.figures.start_seconds ?? null,
    service_seconds: stop && route ? servedLonger(stop, route.raw, came) : null,
    isAddressBad: isDoubtful(delivery) || badAddress.includes(reason ?? ''),
    leg_seconds: drive && drive.actual - drive.planned,
  })
}

/** The drive to a stop, if the driver came straight from the stop before. */
function driveOf(stop: RawStop, { stops }: RawRoute, arrived: number): { planned: number; actual: number } | null {
  const before = stops[stops.indexOf(stop) - 1]
  if (!before || (before.kind !== 'start' && !isVisit(before))) return null
  const left = before.kind === 'start' ? stop.departed_at : before.done_at
  if (left === null || left > arrived) return null
  const isBetween = stops.some((other) => {
    const at = other.arrived_at ?? other.done_at
    return other !== stop && other !== before && at !== null && at > left && at < arrived
  })
  if (isBetween) return null
  const departed = stop.departed_at !== null && stop.departed_at >= left && stop.departed_at <= arrived
  const from = departed ? stop.departed_at! : left
  return { planned: Math.max(0, seconds(stop.arrival_at - before.departure_at)), actual: seconds(arrived - from) }
}

/** How much longer than planned all stops took that the driver had done by then. Null if none is known. */
function servedLonger(stop: RawStop, { stops }: RawRoute, came: number): number | null {
  const longer = stops.flatMap((other) => {
    const { arrived_at, done_at, service_seconds, waiting_seconds } = other
    if (other === stop || arrived_at === null || done_at === null || done_at > came) return []
    return [seconds(done_at - arrived_at) - service_seconds - waiting_seconds]
  })
  return longer.length ? longer.reduce((sum, each) => sum + each, 0) : null
}
