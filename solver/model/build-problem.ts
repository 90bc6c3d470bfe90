import { units } from './cost.ts'
import { readDistricts } from './districts.ts'
import { readGroups } from './groups.ts'
import { listJobs } from './jobs.ts'
import { lockedPenalty, readLocks } from './locks.ts'
import { readPrecedence } from './precedence.ts'
import { readPrevious } from './previous.ts'
import type { Problem } from './problem.ts'
import { hasRide } from './rides.ts'
import { makeTables } from './tables.ts'
import { buildTypes } from './vehicle-types.ts'
import type { VroomInput } from '../json/vroom.ts'

/**
 * Builds the search model of a valid problem. With locks, `readProblem` relaxes it afterwards. Jobs and tables may be given:
 * each job then has its row in the tables.
 */
export function buildProblem(input: VroomInput, jobs = listJobs(input), tables = makeTables(input, jobs)): Problem {
  const locks = readLocks(input, jobs)
  const precedence = readPrecedence(jobs, locks)
  const groups = readGroups(input, jobs, locks, precedence)
  const previous = readPrevious(input, jobs, locks)
  const n = jobs.length
  const vehicleCount = input.vehicles.length
  const dimensions = input.vehicles[0].capacity?.length ?? 0
  const { travel } = tables
  const point = new Int32Array(n + 2 * vehicleCount)
  for (let j = 0; j < n; j++) point[j] = j
  for (let v = 0; v < vehicleCount; v++) {
    point[n + 2 * v] = travel.startPoint[v]
    point[n + 2 * v + 1] = travel.endPoint[v]
  }

  const delivery = new Float64Array(n * dimensions)
  const pickup = new Float64Array(n * dimensions)
  const windowStart = new Int32Array(n + 1)
  const windowFrom: number[] = []
  const windowTo: number[] = []
  jobs.forEach((job, j) => {
    job.delivery?.forEach((amount, d) => (delivery[j * dimensions + d] = amount))
    job.pickup?.forEach((amount, d) => (pickup[j * dimensions + d] = amount))
    for (const [from, to] of job.time_windows ?? [[0, Infinity]]) {
      windowFrom.push(from)
      windowTo.push(to)
    }
    windowStart[j + 1] = windowFrom.length
  })
  const hasWindows = jobs.some((job) => job.time_windows)
  const priority = Int32Array.from(jobs, (job) => job.priority ?? 0)
  const hasSoftWindows = jobs.some((job) => job.soft_time_window)
  const { types, typeOf, common } = buildTypes(input, jobs, tables, locks)
  for (const job of groups?.choices?.closed ?? []) for (const { serves } of types) serves[job] = 0
  const costScale = units / common
  const perSecond = (perHour = 0) => (perHour * (units / 3600)) / common

  return {
    input,
    jobList: jobs,
    pair: Int32Array.from(jobs, (job) => job.pair ?? -1),
    hasPairs: n > input.jobs.length,
    travel,
    jobCount: n,
    vehicleCount,
    nodeCount: point.length,
    pointCount: travel.pointCount,
    dimensions,
    point,
    delivery,
    pickup,
    hasPickup: pickup.some((amount) => amount !== 0),
    hasSetup: types.some((type) => type.setup.some((seconds) => seconds > 0)),
    windowStart,
    windowFrom: Float64Array.from(windowFrom),
    windowTo: Float64Array.from(windowTo),
    earliest: Float64Array.from(jobs, (job) => job.time_windows?.[0][0] ?? 0),
    latest: Float64Array.from(jobs, (job) => job.time_windows?.at(-1)![1] ?? Infinity),
    release: Float64Array.from(jobs, (job) => job.release ?? 0),
    hasReleases: jobs.some((job) => job.release),
    hasRides: jobs.some(hasRide),
    hasWindows,
    hasSeveralWindows: jobs.some((job) => (job.time_windows?.length ?? 0) > 1),
    softFrom: Float64Array.from(jobs, (job) => job.soft_time_window?.window[0] ?? 0),
    softTo: Float64Array.from(jobs, (job) => job.soft_time_window?.window[1] ?? Infinity),
    earlyCost: Float64Array.from(jobs, (job) => perSecond(job.soft_time_window?.cost_per_hour_early)),
    lateCost: Float64Array.from(jobs, (job) => perSecond(job.soft_time_window?.cost_per_hour_late)),
    hasSoftWindows,
    squashes: input.same_address_service === 'longest',
    timed:
      hasWindows ||
      input.vehicles.some((vehicle) => vehicle.time_window || vehicle.breaks?.length) ||
      locks !== undefined,
    priority,
    urgency: Int32Array.from(jobs, (job) => job.urgency ?? 0),
    hasPriority: priority.some((value) => value > 0),
    penalty: Float64Array.from(jobs, (job, j) => {
      if (locks?.isLocked[j]) return job.type === 'delivery' && job.pair !== undefined ? 0 : lockedPenalty(n)
      if (job.prize !== undefined || job.type === 'delivery') return 0
      return (job.priority ?? 0) * (n + 1) + 1
    }),
    prize: Float64Array.from(jobs, (job) => (job.prize ?? 0) * costScale),
    hasPrizes: jobs.some((job) => job.prize !== undefined),
    types,
    isJudged: types.some((type) => type.isJudged),
    hasTrips: types.some((type) => type.reload),
    typeOf,
    offMiddleCost: perSecond(input.compactness?.cost_per_hour),
    costScale,
    locks,
    groups,
    districts: readDistricts(input, jobs),
    precedence,
    previous,
  }
}
