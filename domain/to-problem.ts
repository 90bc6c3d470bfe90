import type { VroomInput, VroomJob, VroomVehicle } from '#solver/json/vroom.ts'
import { isAreaOnly } from './address/position.ts'
import type { Location } from './geo.ts'
import { earliestStart } from './start-of-day.ts'
import { instantOf, secondsInto } from './time.ts'

/** What planning needs to know about a delivery. */
export type PlannerDelivery = {
  id: string
  location: Location | null
  /** How sure the location is, from 0 to 1. */
  location_confidence?: number | null
  window_start: string | null
  window_end: string | null
  service_minutes: number
  weight_kg: number
  volume_l: number
  priority: number
  skills: string[]
  /** The only driver who may deliver it. */
  wanted_driver_id: string | null
  wanted_driver_name: string | null
}

/** What planning needs to know about a driver, with the vehicle and the depot where the route starts and ends. */
export type PlannerDriver = {
  id: string
  name: string
  shift_start: string
  shift_end: string
  skills: string[]
  depot: { location: Location; opens: string; closes: string }
  /** Without a vehicle, nothing limits the load. */
  vehicle: { code: string; capacity_kg: number | null; capacity_l: number | null; skills: string[] } | null
  /** End of the driver's last existing route that day; new work starts after it. */
  busy_until: string | null
}

export type PlannerSettings = { time_zone: string; speed_kmh: number }

/** A day as the solver's problem, with maps back from its integer ids. */
export type DayProblem<D, R> = {
  problem: VroomInput
  /** By job id. */
  deliveries: Map<number, D>
  /** By vehicle id. */
  drivers: Map<number, R>
  /** Deliveries that cannot be planned because their location is unknown. */
  withoutLocation: D[]
  /** Deliveries whose location is only the middle of a city or postcode. */
  roughLocation: D[]
  /** Deliveries whose window ends before a route could start. */
  windowOver: D[]
  /** Drivers without working time that day. */
  offDuty: R[]
  /** No route starts before this many seconds after midnight. Zero unless the day has begun. */
  earliestStart: number
}

/** VROOM's priorities. Leaving out one urgent delivery is worse than leaving out nine normal ones, and so on. */
const priorities: Record<number, number> = { 1: 100, 2: 10, 3: 1 }

/** The solver's largest quantity, which means "no limit". */
const unlimited = 1e12

/**
 * Turns one day into the solver's problem. Times are seconds since local midnight of `day`; quantities are grams and
 * milliliters. The solver computes travel itself, by great circle at the workspace's speed, so that the distances and
 * times in its answer agree.
 * @param departure when the first route could leave, if the day may be today
 */
export function toProblem<D extends PlannerDelivery, R extends PlannerDriver>(
  day: string,
  settings: PlannerSettings,
  drivers: R[],
  deliveries: D[],
  departure = new Date(0),
): DayProblem<D, R> {
  const at = (time: string) => secondsInto(day, time, settings.time_zone)
  const skillNumber = numbering()
  const wanted = new Set(deliveries.map(({ wanted_driver_id }) => wanted_driver_id))
  const result: DayProblem<D, R> = {
    problem: { jobs: [], vehicles: [], speed_kmh: settings.speed_kmh },
    deliveries: new Map(),
    drivers: new Map(),
    withoutLocation: [],
    roughLocation: [],
    windowOver: [],
    offDuty: [],
    earliestStart: earliestStart(day, departure, settings.time_zone),
  }

  for (const driver of drivers) {
    const working = workingTime(driver, day, settings.time_zone, result.earliestStart)
    if (!working) {
      result.offDuty.push(driver)
      continue
    }
    const id = result.drivers.size + 1
    result.drivers.set(id, driver)
    const skills = [...skillsOf(driver), ...(wanted.has(driver.id) ? [beingDriver(driver.id)] : [])]
    result.problem.vehicles.push(toVehicle(driver, id, working, skills.map(skillNumber)))
  }
  for (const delivery of deliveries) {
    if (!delivery.location) {
      result.withoutLocation.push(delivery)
      continue
    }
    if (isAreaOnly({ location_confidence: delivery.location_confidence ?? null })) {
      result.roughLocation.push(delivery)
      continue
    }
    if (delivery.window_end !== null && at(delivery.window_end) < result.earliestStart) {
      result.windowOver.push(delivery)
      continue
    }
    const id = result.deliveries.size + 1
    result.deliveries.set(id, delivery)
    result.problem.jobs.push({
      id,
      location: [delivery.location.lng, delivery.location.lat],
      service: Math.round(delivery.service_minutes * 60),
      delivery: [Math.round(delivery.weight_kg * 1000), Math.round(delivery.volume_l * 1000)],
      priority: priorities[delivery.priority] ?? 0,
      skills: neededBy(delivery).map(skillNumber),
      ...windowOf(delivery, at),
    })
  }
  return result
}

/** The skills of a driver together with the vehicle's. */
export function skillsOf({ skills, vehicle }: PlannerDriver): string[] {
  return [...new Set([...skills, ...(vehicle?.skills ?? [])])]
}

function neededBy({ skills, wanted_driver_id }: PlannerDelivery): string[] {
  return wanted_driver_id ? [...skills, beingDriver(wanted_driver_id)] : skills
}

/** The skill of being this driver. People's skills have no capitals, so none can be mistaken for it. */
const beingDriver = (id: string) => `Driver ${id}`

/** The driver's shift during opening hours, after earlier routes and after now, or undefined if nothing is left. */
export function workingTime(
  driver: Omit<PlannerDriver, 'id' | 'name' | 'skills' | 'vehicle'>,
  day: string,
  zone: string,
  earliest: number,
): [number, number] | undefined {
  const at = (time: string) => secondsInto(day, time, zone)
  const { shift_start, shift_end, depot, busy_until } = driver
  const free = busy_until ? (Date.parse(busy_until) - instantOf(day, '00:00', zone).getTime()) / 1000 : 0
  const from = Math.max(at(shift_start), at(depot.opens), Math.ceil(free), earliest)
  const to = Math.min(at(shift_end), at(depot.closes))
  return from < to ? [from, to] : undefined
}

function toVehicle(driver: PlannerDriver, id: number, time_window: [number, number], skills: number[]): VroomVehicle {
  const { vehicle, depot } = driver
  const place: [number, number] = [depot.location.lng, depot.location.lat]
  const amount = (capacity: number | null | undefined) => (capacity == null ? unlimited : Math.round(capacity * 1000))
  return {
    id,
    start: place,
    end: place,
    capacity: [amount(vehicle?.capacity_kg), amount(vehicle?.capacity_l)],
    skills,
    time_window,
  }
}

/** A window without a start or an end begins or ends with the day. */
function windowOf(delivery: PlannerDelivery, at: (time: string) => number): Pick<VroomJob, 'time_windows'> {
  const { window_start, window_end } = delivery
  if (window_start === null && window_end === null) return {}
  const to = window_end === null ? Math.max(at('23:59'), at(window_start!)) : at(window_end)
  // When clocks jump forward, a start inside the skipped hour can land after the end.
  return { time_windows: [[window_start === null ? 0 : Math.min(at(window_start), to), to]] }
}

/** Numbers words from 1, in order of appearance. */
function numbering(): (word: string) => number {
  const numbers = new Map<string, number>()
  return (word) => {
    if (!numbers.has(word)) numbers.set(word, numbers.size + 1)
    return numbers.get(word)!
  }
}
