import type { Meeting } from './aboard.ts'
import type { Districts } from './districts.ts'
import type { Groups } from './groups.ts'
import type { Job } from './jobs.ts'
import type { Locks } from './locks.ts'
import type { OvertimeStep } from './overtime.ts'
import type { Precedence } from './precedence.ts'
import type { Previous } from './previous.ts'
import type { Obstruction } from './stack.ts'
import type { TrafficOn } from './traffic.ts'
import type { Travel } from './travel.ts'
import type { Overtaken } from './urgency.ts'
import type { VroomBreak, VroomInput } from '../json/vroom.ts'

/** Shared by vehicles that the search cannot tell apart. */
export type VehicleType = {
  vehicles: number[]
  /** The points where its vehicles start and end. */
  start: number
  end: number
  /** With hourly speeds, the durations at the fastest hour. */
  durations: Int32Array
  /** The transposed table, by destination. Reading a single row keeps the search in the cache. */
  durationsInto: Int32Array
  /** Only if a distance limit needs them. */
  distances: Int32Array | undefined
  costs: Int32Array | Float64Array
  costsInto: Int32Array | Float64Array
  fixedCost: number
  capacity: Float64Array
  shiftFrom: number
  shiftTo: number
  maxTasks: number
  maxTravel: number
  maxDistance: number
  maxDistricts: number
  /** Whether it has a limit on travel time or distance. */
  limited: boolean
  /** Whether its longest shift is one of those limits. If more depends on time, routes are scheduled instead. */
  limitsShift: boolean
  /** Seconds of work at each job, which may depend on the vehicle; a lower bound if some of it may be saved. */
  service: Float64Array
  setup: Float64Array
  /** Seconds of work if nothing is saved, and of travel at the nominal speed. */
  fullService: Float64Array
  fullSetup: Float64Array
  plainDurations: Int32Array
  traffic: TrafficOn | undefined
  /** Whether drives have speeds by the hour of their own, by the zones that they go through. */
  hasOwnSpeeds: boolean
  maxShift: number
  /** The most seconds that the goods of a job, or of a delivery, may be on board; raised for locked ones. */
  maxRide: Float64Array
  /** Whether what was loaded last has to be handed over first. */
  lastInFirstOut: boolean
  /** What lies in front of what among locked stops as they were given: that is forgiven. */
  movedAside: readonly Obstruction[]
  urgentFirst: boolean
  /** What locked steps overtake. */
  overtaken: readonly Overtaken[]
  /** What meets on board among locked stops as they were given: that is forgiven. */
  metAboard: readonly Meeting[]
  /** Search cost per second of driving, work and waiting. */
  drivingCost: number
  taskCost: number
  waitingCost: number
  /** The least that an arc costs, by the straight distance of its points on the unit sphere; undefined with matrices. */
  leastCost: ((line: number) => number) | undefined
  /** Search cost of a visit to an address, and of what is handed over at each job. Arcs include both. */
  stopCost: number
  unitCosts: Float64Array | undefined
  /** What finishing late costs; undefined if nothing. */
  overtime: OvertimeStep[] | undefined
  /** Whether it has breaks with windows. */
  hasBreaks: boolean
  /** How it reloads; undefined for vehicles that load once. */
  reload: Reload | undefined
  /** Breaks that are due after driving or work. */
  restRules: VroomBreak[]
  /** Whether all its routes must be scheduled by `schedule.ts`. */
  hasTiming: boolean
  /** Whether its routes must be judged as a whole: `judge.ts` has a term for it. */
  isJudged: boolean
  /** Whether its routes are judged only because it makes several trips. */
  isJudgedByTrips: boolean
  /** Whether its routes are judged only because goods may be on board for a limited time. */
  isJudgedByRides: boolean
  /** Whether its routes are judged only because jobs away from their middle have a price. */
  isJudgedByCompactness: boolean
  /** 1 for each job that it could serve alone, by skills and amounts. */
  serves: Uint8Array
}

/** Where a vehicle may reload, for how long, how many trips it may make, and how many meters each may have. */
export type Reload = {
  points: readonly number[]
  service: number
  maxTrips: number
  maxDistance: number
}

/**
 * The problem as the search sees it, in flat arrays. Nodes 0 to jobCount - 1 are jobs; vehicle v has the start node
 * jobCount + 2v and the end node after it. Points are rows of the travel tables: the jobs, then the depots, then
 * "nowhere", which is at distance 0 from everything and stands for a missing start or end.
 */
export type Problem = {
  input: VroomInput
  /** The jobs and both ends of each shipment. Below, "job" means any of them, by number. */
  jobList: Job[]
  /** The other end of a shipment, or -1. */
  pair: Int32Array
  hasPairs: boolean
  travel: Travel
  jobCount: number
  vehicleCount: number
  nodeCount: number
  pointCount: number
  dimensions: number
  point: Int32Array
  delivery: Float64Array
  pickup: Float64Array
  hasPickup: boolean
  hasSetup: boolean
  /** The windows of job j are windowFrom/windowTo[windowStart[j] .. windowStart[j + 1] - 1]. */
  windowStart: Int32Array
  windowFrom: Float64Array
  windowTo: Float64Array
  earliest: Float64Array
  latest: Float64Array
  /** When each job's goods are at the depot. */
  release: Float64Array
  hasReleases: boolean
  /** Whether the goods of any job may be on board for a limited time. */
  hasRides: boolean
  hasWindows: boolean
  hasSeveralWindows: boolean
  /** When work should begin, and the search cost per second before or after. */
  softFrom: Float64Array
  softTo: Float64Array
  earlyCost: Float64Array
  lateCost: Float64Array
  hasSoftWindows: boolean
  /** Whether jobs at one address share the longest service. */
  squashes: boolean
  /** Whether any window or shift can bind. */
  timed: boolean
  priority: Int32Array
  urgency: Int32Array
  hasPriority: boolean
  /** The weight of leaving a job out: sums compare by priority first, then by number of jobs. */
  penalty: Float64Array
  /** The cost of leaving out an optional job, in search units. */
  prize: Float64Array
  hasPrizes: boolean
  types: VehicleType[]
  /** Whether any type is judged. */
  isJudged: boolean
  /** Whether any type makes several trips. */
  hasTrips: boolean
  typeOf: Int32Array
  /** Search cost per second of driving from the middle of a route to each of its jobs. */
  offMiddleCost: number
  /** Search cost per unit of VROOM's cost. */
  costScale: number
  locks: Locks | undefined
  groups: Groups | undefined
  /** Only if a vehicle may serve a limited number of them. */
  districts: Districts | undefined
  precedence: Precedence | undefined
  previous: Previous | undefined
}

/** The first moment at or after `time` at which job j may begin; Infinity if there is none. */
export function windowAtOrAfter(problem: Problem, j: number, time: number): number {
  for (let w = problem.windowStart[j]; w < problem.windowStart[j + 1]; w++) {
    if (time <= problem.windowTo[w]) return time > problem.windowFrom[w] ? time : problem.windowFrom[w]
  }
  return Infinity
}

/** The last moment at or before `time` at which job j may begin; -Infinity if there is none. */
export function windowAtOrBefore(problem: Problem, j: number, time: number): number {
  for (let w = problem.windowStart[j + 1] - 1; w >= problem.windowStart[j]; w--) {
    if (time >= problem.windowFrom[w]) return time < problem.windowTo[w] ? time : problem.windowTo[w]
  }
  return -Infinity
}
