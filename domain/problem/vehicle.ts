import type { TimeWindow, VroomVehicle } from '#solver/json/vroom.ts'
import { breaksOf } from './breaks.ts'
import type { Clock } from './clock.ts'
import { costsOf } from './costs.ts'
import { speedFactor } from './fleet-types.ts'
import type { PlannerSettings } from './settings.ts'
import type { Rooms } from './rooms.ts'
import { profileOf } from './traffic.ts'
import type { PlannerDriver } from './types.ts'
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
  const costs = costsOf(vehicle, settings)
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
    ...limitsOf(driver),
    ...(breaks.length && { breaks }),
    ...(vehicle?.reloads && { reload: reloadOf(driver) }),
    ...(vehicle?.compartments?.length && mixed.length && { mixes: mixed }),
  }
}

function limitsOf({ max_stops, max_shift_minutes, max_driving_minutes, vehicle }: PlannerDriver) {
  const meters = vehicle?.max_distance_km == null ? undefined : Math.round(vehicle.max_distance_km * 1000)
  return {
    ...(max_stops != null && { max_tasks: max_stops }),
    ...(max_shift_minutes != null && { max_shift: max_shift_minutes * 60 }),
    ...(max_driving_minutes != null && { max_travel_time: max_driving_minutes * 60 }),
    ...(meters !== undefined && { max_distance: meters }),
  }
}

/** It loads again at its depot, also if the route starts elsewhere. */
function reloadOf({ depot, vehicle }: PlannerDriver): NonNullable<VroomVehicle['reload']> {
  return {
    depots: [{ location: [depot.location.lng, depot.location.lat] }],
    service: (vehicle?.reload_minutes ?? 0) * 60,
    ...(vehicle?.max_trips != null && { max_trips: vehicle.max_trips }),
  }
}
