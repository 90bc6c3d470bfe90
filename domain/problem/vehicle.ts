import { chargeMinutes, rangeKm } from '../fleet/range.ts'
import { usualReservePercent } from '../schema/vehicle.ts'
import type { TimeWindow, VroomVehicle } from '#solver/json/vroom.ts'
import { breaksOf } from './breaks.ts'
import type { Clock } from './clock.ts'
import { costsOf } from './costs.ts'
import { speedFactor } from './fleet-types.ts'
import { overtimePrices } from './overtime.ts'
import type { PlannerSettings } from './settings.ts'
import type { Rooms } from './rooms.ts'
import { profileOf } from './traffic.ts'
import type { PlannerDriver } from './types.ts'
import { haveTurns } from './urgency.ts'
import { endsAtDepot } from './working-time.ts'

/** A driver's route of the day, with the vehicle. */
export function toVehicle(
  id: number,
  driver: PlannerDriver,
  working: TimeWindow,
  skills: number[],
  { settings, at, rooms, mixed }: { settings: PlannerSettings; at: Clock; rooms: Rooms; mixed: string[] },
): VroomVehicle {
  const { vehicle, depot, start_place, end_place, ends_anywhere } = driver
  const place = ({ lng, lat }: { lng: number; lat: number }): [number, number] => [lng, lat]
  const end = endsAtDepot(driver) ? depot.location : end_place?.location
  const factor = speedFactor(vehicle?.type, driver.speed_factor ?? 1, settings)
  const costs = costsOf(vehicle, settings, rooms.quantities.length)
  const overtime = overtimePrices(driver.overtime ?? [], at(driver.normal_end ?? driver.shift_end), costs)
  const profile = profileOf(vehicle?.type, settings)
  const breaks = breaksOf(driver.breaks ?? [], working, at, rooms.quantities.length)
  return {
    id,
    start: place(start_place?.location ?? depot.location),
    ...(end && !ends_anywhere && { end: place(end) }),
    capacity: rooms.capacity(vehicle),
    skills,
    time_window: working,
    ...(vehicle?.type && { type: vehicle.type }),
    ...(profile && { profile }),
    ...(factor !== 1 && { speed_factor: factor }),
    ...(costs && { costs }),
    ...(overtime && { overtime }),
    ...limitsOf(driver),
    ...(breaks.length && { breaks }),
    ...(vehicle?.reloads && { reload: reloadOf(driver) }),
    ...(vehicle?.last_in_first_out && { last_in_first_out: true }),
    ...(haveTurns(settings) && { urgent_first: true }),
    ...(vehicle?.compartments?.length && mixed.length && { mixes: mixed }),
  }
}

function limitsOf(driver: PlannerDriver) {
  const { max_stops, max_territories, max_shift_minutes, max_driving_minutes, vehicle } = driver
  const farthest = farthestKm(vehicle)
  return {
    ...(max_stops != null && { max_tasks: max_stops }),
    ...(max_territories != null && { max_districts: max_territories }),
    ...(max_shift_minutes != null && { max_shift: max_shift_minutes * 60 }),
    ...(max_driving_minutes != null && { max_travel_time: max_driving_minutes * 60 }),
    ...(farthest !== undefined && { max_distance: Math.round(farthest * 1000) }),
  }
}

/** How long a route may be, by the vehicle's own limit and its battery. One that charges between trips has its range again after each. */
export function farthestKm(vehicle: PlannerDriver['vehicle']): number | undefined {
  const range = batteryOf(vehicle)
  const limits = [vehicle?.max_distance_km, range?.minutes != null ? null : range?.km].filter((km) => km != null)
  return limits.length ? Math.min(...limits) : undefined
}

/** No route is so long, and no shift. The solver takes no more. */
const most = { km: 100_000, minutes: 2 * 24 * 60 }

/** How far an electric vehicle goes, and how long it charges at the depot if it does between trips. */
export function batteryOf(vehicle: PlannerDriver['vehicle']): { km: number; minutes: number | null } | undefined {
  if (vehicle?.energy !== 'electric') return undefined
  const { battery_kwh = null, kwh_per_100_km = null, reserve_percent = usualReservePercent, charge_kw = null } = vehicle
  const battery = { battery_kwh, kwh_per_100_km, reserve_percent, charge_kw }
  const km = rangeKm(battery)
  if (km === null) return undefined
  const minutes = vehicle.reloads ? chargeMinutes(battery) : null
  return { km: Math.min(km, most.km), minutes: minutes === null ? null : Math.min(minutes, most.minutes) }
}

/** It loads again at its depot, also if the route starts elsewhere. */
function reloadOf({ depot, vehicle }: PlannerDriver): NonNullable<VroomVehicle['reload']> {
  const range = batteryOf(vehicle)
  const minutes = Math.max(vehicle?.reload_minutes ?? 0, range?.minutes ?? 0)
  return {
    depots: [{ location: [depot.location.lng, depot.location.lat] }],
    service: minutes * 60,
    ...(range?.minutes != null && { max_distance: Math.round(range.km * 1000) }),
    ...(vehicle?.max_trips != null && { max_trips: vehicle.max_trips }),
  }
}
