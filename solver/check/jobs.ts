import { secondsInTraffic } from './time.ts'
import { passThrough } from './zones.ts'
import { defaultSpeedKmh, greatCircleMeters } from './great-circle.ts'
import type { Coordinates, TimeWindow, VroomInput, VroomShipmentStep, VroomVehicle } from '../json/vroom.ts'

/** A matrix index, coordinates, or both. */
export type Place = {
  index: number | undefined
  coordinates: Coordinates | undefined
}

/** Replaces VROOM's older names for the durations of profile "car" and for what a job delivers. */
export function currentNames({ matrix, ...problem }: VroomInput): VroomInput {
  const jobs = (problem.jobs ?? []).map(({ amount, ...job }) => ({ ...job, ...(amount && { delivery: amount }) }))
  return { ...problem, jobs, ...(matrix && { matrices: { car: { durations: matrix } } }) }
}

/** A job, or one end of a shipment. */
export type Job = VroomShipmentStep & {
  name: string
  skills?: number[] | undefined
  district?: string | undefined
  urgency?: number | undefined
  priority?: number | undefined
  prize?: number | undefined
  release?: number | undefined
  max_ride?: number | undefined
  max_detour?: number | undefined
  delivery?: number[] | undefined
  pickup?: number[] | undefined
  /** For ends of shipments: the index of the shipment in the problem. */
  shipment?: number
  isDelivery?: boolean
  /** For deliveries of shipments: where the pickup is. */
  comesFrom?: Place
}

/** What handing over a job costs; a shipment is handed over where it is delivered. */
export function handedOver({ delivery, pickup, shipment, isDelivery }: Job, perUnit: number[] = []): number {
  if (shipment !== undefined && !isDelivery) return 0
  return perUnit.reduce((sum, price, d) => sum + price * ((delivery?.[d] ?? 0) + (pickup?.[d] ?? 0)), 0)
}

/** Every job and every end of a shipment, by type and id. */
export function jobsByName({ jobs = [], shipments = [], previous }: VroomInput): Map<string, Job> {
  const named = jobs.map((job): [string, Job] => [`job ${job.id}`, { ...job, name: `job ${job.id}` }])
  shipments.forEach(
    ({ pickup, delivery, amount, skills, district, urgency, priority, prize, max_ride, max_detour }, shipment) => {
      const first = `pickup ${pickup.id}`
      const second = `delivery ${delivery.id}`
      named.push([
        first,
        { ...pickup, name: first, skills, district, urgency, priority, prize, pickup: amount, shipment },
      ])
      const comesFrom = { index: pickup.location_index, coordinates: pickup.location }
      const brought = {
        name: second,
        skills,
        district,
        urgency,
        max_ride,
        max_detour,
        delivery: amount,
        shipment,
        isDelivery: true,
      }
      named.push([second, { ...delivery, ...brought, comesFrom }])
    },
  )
  const byName = new Map(named)
  for (const { type, id, promised } of previous?.routes.flatMap(({ steps }) => steps) ?? []) {
    const job = byName.get(`${type} ${id}`)
    if (!job || promised === undefined) continue
    const slack = previous!.promise_tolerance!
    job.time_windows = (job.time_windows ?? [[0, Infinity]])
      .map(([from, to]): TimeWindow => [Math.max(from, promised - slack), Math.min(to, promised + slack)])
      .filter(([from, to]) => from <= to)
  }
  return byName
}

/** The most seconds that the goods of a job may be on board of a vehicle. */
export function longestRide(
  { max_ride = Infinity, max_detour, comesFrom, ...job }: Job,
  between: ReturnType<typeof arcs>,
): number {
  if (max_detour === undefined || !comesFrom) return max_ride
  const there = { index: job.location_index, coordinates: job.location }
  return Math.min(max_ride, between(comesFrom, there, 0).nominal + max_detour)
}

/** Seconds, meters and cost from one place to another, for one vehicle; `nominal` is without traffic. */
export function arcs(problem: VroomInput, vehicle: VroomVehicle) {
  const tables = problem.matrices?.[vehicle.profile ?? 'car']
  const hundredths = Math.round((vehicle.speed_factor ?? 1) * 100)
  return (from: Place, to: Place, leavingAt: number) => {
    let plain: number
    let meters: number | undefined
    if (tables) {
      plain = tables.durations![from.index!][to.index!]
      meters = tables.distances?.[from.index!][to.index!]
    } else {
      const exact = greatCircleMeters(from.coordinates!, to.coordinates!) * (problem.detour_factor ?? 1)
      plain = Math.round((exact * 3.6) / (problem.speed_kmh ?? defaultSpeedKmh))
      meters = Math.round(exact)
    }
    const pass = passThrough(problem, vehicle.profile ?? 'car', from.coordinates, to.coordinates)
    const nominal = Math.round(plain * (100 / hundredths) * (pass?.weight ?? 1))
    const seconds = secondsInTraffic(problem, vehicle.profile ?? 'car', nominal, leavingAt, pass)
    const perHour = vehicle.costs?.per_hour ?? 3600
    const perKm = vehicle.costs?.per_km ?? 0
    const cost = tables?.costs
      ? tables.costs[from.index!][to.index!]
      : (seconds * perHour) / 3600 + ((meters ?? 0) * perKm) / 1000
    return { seconds, nominal, meters, cost }
  }
}
