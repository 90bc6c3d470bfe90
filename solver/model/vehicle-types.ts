import { type CostFactors, costFactors, pricesJobs, searchUnit } from './cost.ts'
import type { Locks } from './locks.ts'
import { readOvertime } from './overtime.ts'
import type { VehicleType } from './problem.ts'
import { isRelative } from './relative-breaks.ts'
import { hasRide, longestRides } from './rides.ts'
import { squashed } from './same-address.ts'
import type { Tables } from './tables.ts'
import { type Job, priceOf, workAt } from './jobs.ts'
import { neverDriven } from './needed-drives.ts'
import { hasHourlyZones } from './speed-zones.ts'
import { secondsAt, type TrafficOn } from './traffic.ts'
import type { Travel } from './travel.ts'
import type { VroomInput, VroomVehicle } from '../json/vroom.ts'

/** Builds the vehicle types, the type of each vehicle, and the common unit of search costs. */
export function buildTypes(input: VroomInput, jobs: Job[], tables: Tables, locks: Locks | undefined) {
  const { travel } = tables
  const alone = ownTypes(input, locks)
  const serves = servedAlone(jobs, locks)
  const factors = input.vehicles.map((vehicle) => costFactors(input, vehicle))
  const hasSoftWindows = jobs.some((job) => job.soft_time_window)
  const common = searchUnit(input, factors, jobs)
  const seconds = (of: 'service' | 'setup', type?: string) => Float64Array.from(jobs, (job) => workAt(job, of, type))
  const plainWork = [seconds('service'), seconds('setup')] as const
  const unitCosts = new Map<string, Float64Array>()
  const pricesOf = (perUnit: number[]) => {
    const key = perUnit.join()
    const kept = unitCosts.get(key) ?? Float64Array.from(jobs, (job) => priceOf(job, perUnit) / common)
    unitCosts.set(key, kept)
    return kept
  }
  const squashes = input.same_address_service === 'longest'
  const fastDurations = new Map<string, Int32Array>()
  const byKey = new Map<string, VehicleType>()
  const hasReleases = jobs.some((job) => job.release)
  // Work and start of a job do not depend on other jobs.
  const hasRides = jobs.some(hasRide)
  const isCompact = Boolean(input.compactness?.cost_per_hour)
  const ridesBy = new Map<Int32Array, Float64Array>()
  const isUrgent = jobs.some(({ urgency }) => urgency)
  const urgentFirst = ({ urgent_first }: VroomVehicle) => isUrgent && urgent_first === true
  const isPlain = !jobs.some((job) => {
    const isRich =
      job.pair !== undefined || job.release || hasRide(job) || job.soft_time_window || job.setup || job.setup_per_type
    return isRich || (job.time_windows?.length ?? 0) > 1
  })
  const typeOf = new Int32Array(input.vehicles.length)
  const types: VehicleType[] = []

  // Vehicles of one speed share them.
  const ridesOf = (plainDurations: Int32Array): Float64Array => {
    const rides = ridesBy.get(plainDurations) ?? longestRides(jobs, plainDurations, travel.pointCount)
    ridesBy.set(plainDurations, rides)
    return rides
  }

  input.vehicles.forEach((vehicle, v) => {
    const points = [travel.startPoint[v], travel.endPoint[v], travel.reloadPoints[v]]
    const key = typeKey(vehicle, points) + (alone[v] ? ` ${v}` : '')
    let type = byKey.get(key)
    if (!type) {
      const profile = vehicle.profile ?? 'car'
      const factor = factors[v]
      const plainDurations = travel.durations(profile, vehicle.speed_factor ?? 1)
      const traffic = travel.traffic(profile)
      const fastKey = JSON.stringify([profile, vehicle.speed_factor ?? 1])
      const durations = traffic ? (fastDurations.get(fastKey) ?? fastest(plainDurations, traffic)) : plainDurations
      fastDurations.set(fastKey, durations)
      const [fullService, fullSetup] =
        vehicle.type === undefined ? plainWork : [seconds('service', vehicle.type), seconds('setup', vehicle.type)]
      const { service, setup } = squashes
        ? squashed(travel.address, fullService, fullSetup)
        : { service: fullService, setup: fullSetup }
      const restRules = (vehicle.breaks ?? []).filter(isRelative)
      const hasBreaks = (vehicle.breaks ?? []).length > restRules.length
      const overtime = readOvertime(vehicle, common)
      const isLocked = locks?.routes[v] !== undefined
      const hasTiming =
        squashes ||
        traffic !== undefined ||
        restRules.length > 0 ||
        (vehicle.max_shift !== undefined && (hasBreaks || !isPlain || isLocked)) ||
        // Otherwise it is enough to know when a route can end.
        (overtime !== undefined && (hasBreaks || hasRides || isLocked)) ||
        factor.waiting > 0
      const costs = tables.costs(profile, vehicle, factor, common, { durations, service, setup })
      const limitsShift = vehicle.max_shift !== undefined && !hasTiming
      const isJudgedOtherwise =
        hasBreaks ||
        hasTiming ||
        overtime !== undefined ||
        hasSoftWindows ||
        vehicle.last_in_first_out === true ||
        urgentFirst(vehicle) ||
        Boolean(input.groups?.apart_on_board?.length) ||
        input.balance !== undefined ||
        Boolean(input.previous?.cost_per_moved)
      type = {
        vehicles: [],
        start: travel.startPoint[v],
        end: travel.endPoint[v],
        durations,
        durationsInto: tables.turned(durations, travel.isSymmetric) as Int32Array,
        distances: limitsMeters(vehicle) ? travel.distances(profile) : undefined,
        costs,
        costsInto: tables.turned(costs, travel.isSymmetric && !pricesJobs(factor)),
        fixedCost: factor.fixed / common,
        capacity: Float64Array.from(vehicle.capacity ?? []),
        shiftFrom: vehicle.time_window?.[0] ?? 0,
        shiftTo: vehicle.time_window?.[1] ?? Infinity,
        maxTasks: vehicle.max_tasks ?? Infinity,
        maxTravel: vehicle.max_travel_time ?? Infinity,
        maxDistance: vehicle.max_distance ?? Infinity,
        maxDistricts: vehicle.max_districts ?? Infinity,
        // Routes of several trips are judged as a whole, including these limits.
        limited:
          limitsShift ||
          (!vehicle.reload && (vehicle.max_travel_time !== undefined || vehicle.max_distance !== undefined)),
        limitsShift,
        service,
        setup,
        fullService,
        fullSetup,
        plainDurations,
        traffic,
        hasOwnSpeeds: hasHourlyZones({ speed_zones: { [profile]: input.speed_zones?.[profile] ?? [] } }),
        maxShift: vehicle.max_shift ?? Infinity,
        maxRide: ridesOf(plainDurations),
        lastInFirstOut: vehicle.last_in_first_out === true,
        movedAside: [],
        urgentFirst: urgentFirst(vehicle),
        overtaken: [],
        metAboard: [],
        drivingCost: factor.time / common,
        taskCost: factor.task / common,
        waitingCost: factor.waiting / common,
        leastCost: leastCost(travel, vehicle.speed_factor ?? 1, traffic, factor, common),
        stopCost: factor.stop / common,
        overtime,
        unitCosts: factor.units.length > 0 ? pricesOf(factor.units) : undefined,
        hasBreaks,
        restRules,
        hasTiming,
        reload: vehicle.reload && {
          points: [...new Set(travel.reloadPoints[v])],
          service: vehicle.reload.service ?? 0,
          maxTrips: vehicle.reload.max_trips ?? Infinity,
          maxDistance: vehicle.reload.max_distance ?? Infinity,
        },
        isJudged: isJudgedOtherwise || hasRides || vehicle.reload !== undefined || hasReleases || isCompact,
        isJudgedByTrips: !isJudgedOtherwise && !hasRides && vehicle.reload !== undefined && !isCompact,
        isJudgedByRides: hasRides && !isJudgedOtherwise && vehicle.reload === undefined && !hasReleases && !isCompact,
        isJudgedByCompactness: isCompact && !isJudgedOtherwise && !hasRides && !vehicle.reload && !hasReleases,
        serves: serves(vehicle, v),
      }
      byKey.set(key, type)
      types.push(type)
    }
    type.vehicles.push(v)
    typeOf[v] = types.indexOf(type)
  })
  return { types, typeOf, common }
}

/** A little less than the line, so that rounding never makes the bound too high. */
const almost = 1 - 1e-9

function leastCost(
  { sphere }: Travel,
  speedFactor: number,
  traffic: TrafficOn | undefined,
  { time, distance }: CostFactors,
  common: number,
): VehicleType['leastCost'] {
  // Without zones, all drives have the same speeds.
  const fastestSpeed = sphere && traffic?.(0).fastest
  return (
    sphere &&
    ((line) => {
      const seconds = sphere.seconds(line * almost, speedFactor)
      const fastestSeconds = fastestSpeed === undefined ? seconds : secondsAt(seconds, fastestSpeed)
      return (fastestSeconds * time + sphere.meters(line * almost) * distance) / common
    })
  )
}

const limitsMeters = ({ max_distance, reload }: VroomVehicle) =>
  max_distance !== undefined || reload?.max_distance !== undefined

function typeKey(vehicle: VroomVehicle, points: unknown[]): string {
  const { profile, capacity, costs, time_window, speed_factor, max_tasks, max_travel_time, max_distance } = vehicle
  const skills = [...new Set(vehicle.skills)].sort((a, b) => a - b)
  const { service = 0, max_trips = null, max_distance: trip = null } = vehicle.reload ?? {}
  const trips = vehicle.reload && [service, max_trips, trip]
  const money = [
    costs?.fixed ?? 0,
    costs?.per_hour ?? 3600,
    costs?.per_task_hour ?? 0,
    costs?.per_km ?? 0,
    costs?.per_waiting_hour ?? 0,
    costs?.per_stop ?? 0,
    costs?.per_unit?.some((price) => price > 0) ? costs.per_unit : [],
  ]
  const breaks = vehicle.breaks ?? []
  const mixes = [...(vehicle.mixes ?? [])].sort()
  const limits = [
    speed_factor ?? 1,
    max_tasks,
    max_travel_time,
    max_distance,
    vehicle.max_shift,
    vehicle.max_districts,
    breaks,
    trips,
    mixes,
    vehicle.overtime,
    vehicle.last_in_first_out === true,
    vehicle.urgent_first === true,
  ]
  return JSON.stringify([profile ?? 'car', vehicle.type, points, capacity, money, skills, time_window, limits])
}

/**
 * Vehicles with a type of their own: jobs that are locked to one, or were planned for it before, cannot be exchanged.
 */
function ownTypes({ vehicles, previous }: VroomInput, locks: Locks | undefined): boolean[] {
  const before = new Set(previous?.routes.map(({ vehicle }) => vehicle))
  const bound = new Set(locks?.vehicleOf)
  return vehicles.map(({ id }, v) => bound.has(v) || before.has(id))
}

/** Seconds of every drive at the fastest hour of the day, capped at what a table can hold. */
function fastest(durations: Int32Array, traffic: TrafficOn): Int32Array {
  return durations.map((seconds, way) =>
    // Nobody asks how fast a drive that is not needed would be.
    seconds === neverDriven ? neverDriven : Math.min(secondsAt(seconds, traffic(way).fastest), 2 ** 31 - 1),
  )
}

/** The jobs that a vehicle could serve alone; computed once for vehicles with the same skills and capacity. */
function servedAlone(jobs: Job[], locks: Locks | undefined): (vehicle: VroomVehicle, v: number) => Uint8Array {
  const kept = new Map<string, Uint8Array>()
  const bound = jobs.flatMap((_, j) => (locks && locks.vehicleOf[j] >= 0 ? [j] : []))
  return (vehicle, v) => {
    const skills = new Set(vehicle.skills)
    const capacity = vehicle.capacity ?? []
    const key = JSON.stringify([[...skills].sort((a, b) => a - b), capacity, vehicle.max_tasks === 0])
    let alone = kept.get(key)
    if (!alone) {
      const fits = (amounts: number[] | undefined) => !amounts || amounts.every((amount, d) => amount <= capacity[d])
      alone = Uint8Array.from(jobs, (job) => {
        const skilled = !job.skills || job.skills.every((skill) => skills.has(skill))
        return skilled && fits(job.delivery) && fits(job.pickup) && vehicle.max_tasks !== 0 ? 1 : 0
      })
      kept.set(key, alone)
    }
    if (bound.length === 0) return alone
    const serves = alone.slice()
    for (const job of bound) {
      if (locks!.vehicleOf[job] !== v) serves[job] = 0
      else if (locks!.isLocked[job] === 1) serves[job] = 1
    }
    return serves
  }
}
