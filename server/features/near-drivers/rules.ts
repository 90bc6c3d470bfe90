import { distanceKm } from '#domain/great-circle.ts'
import type { Location } from '#domain/geo.ts'
import { canHold, temperatureOf } from '#domain/problem/temperature.ts'
import type { Compartment } from '#domain/schema/compartment.ts'
import type { Doubt, NearDriver } from '#domain/schema/near-driver.ts'
import type { DriverOnMap } from '#domain/schema/position.ts'

type Load = { kg: number; l: number; units: number }

/** What a delivery asks of whoever brings it. */
export type Wanted = Load & {
  location: Location
  skills: string[]
  service_minutes: number
  temperature_min_c: number | null
  temperature_max_c: number | null
}

/** A driver with the vehicle, and what is still to be delivered today. */
export type Candidate = {
  driver: DriverOnMap & { position: Location }
  plan_id: string | null
  skills: string[]
  vehicle: VehicleFacts | null
  load: Load
  shift_ends_at: Date | null
}

export type VehicleFacts = {
  capacity_kg: number | null
  capacity_l: number | null
  capacity_units: number | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  compartments: Compartment[]
  skills: string[]
}

/** From then on, a driver may be anywhere. */
const oldAfterSeconds = 300
const hard: readonly Doubt[] = ['missing_skills', 'over_capacity', 'temperature', 'shift_ends']

/** What speaks for and against one driver. */
export function judge(candidate: Candidate, wanted: Wanted, now: Date, speedKmh: number): NearDriver {
  const { driver, plan_id, vehicle, load } = candidate
  const km = distanceKm(driver.position, wanted.location)
  const offered = new Set([...candidate.skills, ...(vehicle?.skills ?? [])])
  const missing_skills = wanted.skills.filter((skill) => !offered.has(skill))
  const free = (most: number | null | undefined, loaded: number) => (most == null ? null : Math.max(0, most - loaded))
  const free_kg = free(vehicle?.capacity_kg, load.kg)
  const free_l = free(vehicle?.capacity_l, load.l)
  const free_units = free(vehicle?.capacity_units, load.units)
  const isOver = (room: number | null, size: number) => room !== null && size > room
  const doneAt = now.getTime() + (km / speedKmh) * 3_600_000 + wanted.service_minutes * 60_000
  const age_seconds = driver.age_seconds ?? 0
  const found: [Doubt, boolean][] = [
    ['missing_skills', missing_skills.length > 0],
    ['over_capacity', isOver(free_kg, wanted.kg) || isOver(free_l, wanted.l) || isOver(free_units, wanted.units)],
    ['temperature', !keepsCold(vehicle, wanted)],
    ['shift_ends', candidate.shift_ends_at !== null && candidate.shift_ends_at.getTime() < doneAt],
    ['on_break', driver.shift?.on_break_since != null],
    ['old_position', age_seconds > oldAfterSeconds],
  ]
  const doubts = found.filter(([, holds]) => holds).map(([doubt]) => doubt)
  return {
    driver_id: driver.driver_id,
    name: driver.name,
    distance_km: Math.round(km * 100) / 100,
    age_seconds,
    route_id: driver.route_id,
    plan_id,
    stops_left: driver.stops_left,
    free_kg,
    free_l,
    free_units,
    missing_skills,
    doubts,
    is_suitable: !doubts.some((doubt) => hard.includes(doubt)),
  }
}

/** Whether the vehicle can keep what has to be kept cold or warm. */
function keepsCold(vehicle: VehicleFacts | null, wanted: Wanted): boolean {
  const range = temperatureOf(wanted)
  return !range || canHold(vehicle, range)
}

/** The suitable ones first, and of these the nearest. */
export const rank = (drivers: readonly NearDriver[]): NearDriver[] =>
  drivers.toSorted(
    (one, other) => Number(other.is_suitable) - Number(one.is_suitable) || one.distance_km - other.distance_km,
  )
