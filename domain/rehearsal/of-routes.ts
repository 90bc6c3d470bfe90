import { cellOf } from '../eta/learn.ts'
import type { DayDelivery, DayDriver, DaySettings } from '../plan/day.ts'
import { clockOf, endOfTime } from '../problem/clock.ts'
import { paidPieces } from '../problem/amounts.ts'
import { costsOf, perParcelOf } from '../problem/costs.ts'
import { overtimePrices } from '../problem/overtime.ts'
import { deliveryWindows, pickupWindows } from '../problem/windows.ts'
import type { StopKind } from '../schema/plan.ts'
import { stopPay } from '../stop-pay.ts'
import { instantOf } from '../time.ts'
import type { RehearsedDay, RehearsedRoute, RehearsedStop } from './day.ts'

type At = string | Date

/** A stop as it is stored, or as a plan will store it. */
type PlannedStop = {
  kind: StopKind
  delivery_id: string | null
  lat: number | null
  lng: number | null
  arrival_at: At
  departure_at: At
  waiting_seconds: number
  service_seconds: number
  setup_seconds: number
  distance_km: number
  promised_at: At | null
}

export type PlannedRoute = {
  driver_id: string
  driver_name: string
  ends_at: At
  stops: readonly PlannedStop[]
}

/** All that a day is rehearsed with besides its routes. */
export type PlannedDay = {
  day: string
  settings: DaySettings
  drivers: ReadonlyMap<string, DayDriver>
  deliveries: ReadonlyMap<string, DayDelivery>
}

const ms = (at: At) => new Date(at).getTime()

/** Planned routes as a day to rehearse. Routes without a stop are left out. */
export function rehearsedDay(planned: PlannedDay, routes: readonly PlannedRoute[]): RehearsedDay {
  const { day, settings } = planned
  return {
    begins_at: instantOf(day, '00:00', settings.time_zone).getTime(),
    zone: settings.time_zone,
    routes: routes.filter(({ stops }) => stops.length > 0).map((route) => rehearsedRoute(planned, route)),
  }
}

function rehearsedRoute(planned: PlannedDay, route: PlannedRoute): RehearsedRoute {
  const { day, settings, drivers } = planned
  const driver = drivers.get(route.driver_id)
  const [first, ...rest] = route.stops as [PlannedStop, ...PlannedStop[]]
  const stops = first.kind === 'start' ? rest : route.stops
  return {
    driver_id: route.driver_id,
    driver_name: route.driver_name,
    starts_at: ms(first.kind === 'start' ? first.departure_at : first.arrival_at),
    planned_end_at: ms(route.ends_at),
    shift_ends_at: driver ? instantOf(day, driver.shift_end, settings.time_zone).getTime() : ms(route.ends_at),
    costs: costsFor(planned, route, driver),
    stops: stops.map((stop, index) =>
      rehearsedStop(planned, stop, stops[index - 1] ?? (stop === first ? stop : first)),
    ),
  }
}

function costsFor(
  { day, settings, deliveries }: PlannedDay,
  { stops }: PlannedRoute,
  driver: DayDriver | undefined,
): RehearsedRoute['costs'] {
  const costs = costsOf(driver?.vehicle ?? null, settings, 0)
  if (!costs) return null
  const { fixed = 0, per_km = 0, per_hour = 0, per_task_hour = 0, per_waiting_hour = 0 } = costs
  const prices = { perStop: costs.per_stop ?? 0, perParcel: perParcelOf(driver?.vehicle ?? null, settings) }
  const piecesOf = ({ kind, delivery_id }: PlannedStop) => {
    const delivery = deliveries.get(delivery_id ?? '')
    if (!delivery || (kind === 'pickup' && delivery.kind !== 'return')) return 0
    return paidPieces(delivery) + (delivery.return_units ?? 0)
  }
  const pay = stopPay(stops, piecesOf, prices)
  const midnight = instantOf(day, '00:00', settings.time_zone).getTime()
  const normalEnd = driver ? clockOf(day, settings.time_zone)(driver.shift_end) : 0
  const overtime = overtimePrices(driver?.overtime ?? [], normalEnd, costs) ?? []
  return {
    fixed,
    per_km,
    per_hour,
    per_task_hour,
    per_waiting_hour,
    overtime: overtime.map(({ from, cost_per_hour }) => ({ from: midnight + from * 1000, per_hour: cost_per_hour })),
    stops: pay.reduce((sum, each) => sum + each, 0),
  }
}

function rehearsedStop(planned: PlannedDay, stop: PlannedStop, before: PlannedStop): RehearsedStop {
  const { lat, lng, arrival_at } = stop
  const leaves = before === stop ? arrival_at : before.departure_at
  const window = windowOf(planned, stop)
  const promised = stop.promised_at === null ? Infinity : ms(stop.promised_at)
  const due = Math.min(window?.closes ?? Infinity, promised)
  return {
    delivery_id: stop.delivery_id,
    kind: stop.kind,
    cell: lat === null || lng === null ? '' : cellOf({ lat, lng }),
    planned_at: ms(arrival_at),
    leg_seconds: Math.max(0, (ms(arrival_at) - ms(leaves)) / 1000),
    leg_km: before === stop ? 0 : Math.max(0, stop.distance_km - before.distance_km),
    service_seconds: stop.service_seconds + stop.setup_seconds,
    opens_at: window ? window.opens : stop.waiting_seconds > 0 ? ms(arrival_at) + stop.waiting_seconds * 1000 : null,
    due_at: Number.isFinite(due) ? due : null,
  }
}

/** The window that a stop was planned into, of several the one that is open then or opens next. */
function windowOf({ day, settings, deliveries }: PlannedDay, stop: PlannedStop) {
  const delivery = deliveries.get(stop.delivery_id ?? '')
  if (!delivery) return undefined
  const at = clockOf(day, settings.time_zone)
  const isPickup = stop.kind === 'pickup' && delivery.kind !== 'return'
  if (isPickup && !delivery.pickup) return undefined
  const windows = isPickup
    ? pickupWindows(delivery.pickup!, delivery.ready_time ?? null, at)
    : deliveryWindows(delivery, at)
  if (!windows?.length) return undefined
  const midnight = instantOf(day, '00:00', settings.time_zone).getTime()
  const begins = (ms(stop.arrival_at) - midnight) / 1000 + stop.waiting_seconds
  const [opens, closes] = windows.find(([, end]) => end >= begins) ?? windows.at(-1)!
  const isOpenEnded = closes >= at(endOfTime)
  return { opens: midnight + opens * 1000, closes: isOpenEnded ? null : midnight + closes * 1000 }
}
