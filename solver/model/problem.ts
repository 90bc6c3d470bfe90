import type { Groups } from './groups.ts'
import type { Job } from './jobs.ts'
import type { Locks } from './locks.ts'
import type { Previous } from './previous.ts'
import type { Traffic } from './traffic.ts'
import type { Travel } from './travel.ts'
import type { VroomBreak, VroomInput } from '../json/vroom.ts'

/** Vehicles that are alike in everything the search can see share one of these. */
export type VehicleType = {
  vehicles: number[]
  /** The points where it starts and ends. */
  start: number
  end: number
  /** With speeds by the hour, those of the fastest one. */
  durations: Int32Array
  /** The same the other way round: row by destination. Reading one row only is what keeps the search in the cache. */
  durationsInto: Int32Array
  /** Only where a distance limit needs them. */
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
  /** Whether a limit on travel time or distance has to be looked at. */
  limited: boolean
  /** Whether its longest shift is one of those limits; where more depends on time, routes are scheduled instead. */
  limitsShift: boolean
  /** Seconds of work at each job, which may depend on the vehicle: where some of it may be saved, the least. */
  service: Float64Array
  setup: Float64Array
  /** Seconds of work where nothing is saved, and of travel at the given speed. */
  fullService: Float64Array
  fullSetup: Float64Array
  plainDurations: Int32Array
  traffic: Traffic | undefined
  maxShift: number
  /** Search cost of a second of driving, of work and of waiting. */
  drivingCost: number
  taskCost: number
  waitingCost: number
  /** Whether it has breaks with windows. */
  hasBreaks: boolean
  /** What several trips take; none for vehicles that load once. */
  reload: Reload | undefined
  /** Breaks that are due after so much driving or work. */
  restRules: VroomBreak[]
  /** Whether its routes have to be scheduled: whether schedule.ts has anything to say of all of them. */
  hasTiming: boolean
  /** Whether its routes have to be judged as a whole: whether judge.ts has a term for it. */
  isJudged: boolean
  /** Whether it makes several trips and nothing else has to be judged. */
  isJudgedByTrips: boolean
  /** 1 for each job whose skills and amounts it could serve alone. */
  serves: Uint8Array
}

/** Where a vehicle may come back to, for how long, and how often it may leave. */
export type Reload = {
  points: readonly number[]
  service: number
  maxTrips: number
}

/**
 * The problem as the search sees it: flat arrays. Nodes 0 to jobCount - 1 are jobs; vehicle v then has a start node
 * jobCount + 2v and an end node after it. Points are rows of the travel tables: the jobs, then the depots, then
 * "nowhere", which is 0 away from everything and stands for a start or an end that is not given.
 */
export type Problem = {
  input: VroomInput
  /** The jobs and both ends of each shipment. Below, "job" stands for any of them. */
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
  /** When the goods of each job are at the depot. */
  release: Float64Array
  hasReleases: boolean
  hasWindows: boolean
  hasSeveralWindows: boolean
  /** When work should begin, and the search cost of each second before or after. */
  softFrom: Float64Array
  softTo: Float64Array
  earlyCost: Float64Array
  lateCost: Float64Array
  hasSoftWindows: boolean
  /** Whether jobs at one address share the longest service. */
  squashes: boolean
  /** Whether any window or shift can bind at all. */
  timed: boolean
  priority: Int32Array
  hasPriority: boolean
  /** What leaving a job out weighs: the sum over jobs compares first by priority, then by number. */
  penalty: Float64Array
  /** What leaving out an optional job costs, in search units. */
  prize: Float64Array
  hasPrizes: boolean
  types: VehicleType[]
  /** Whether any type is judged. */
  isJudged: boolean
  /** Whether any type makes several trips. */
  hasTrips: boolean
  typeOf: Int32Array
  /** Search cost per unit of VROOM's cost. */
  costScale: number
  locks: Locks | undefined
  groups: Groups | undefined
  previous: Previous | undefined
}

/** First moment at or after `time` at which job j may begin; Infinity when there is none. */
export function windowAtOrAfter(problem: Problem, j: number, time: number): number {
  for (let w = problem.windowStart[j]; w < problem.windowStart[j + 1]; w++) {
    if (time <= problem.windowTo[w]) return time > problem.windowFrom[w] ? time : problem.windowFrom[w]
  }
  return Infinity
}

/** Last moment at or before `time` at which job j may begin; -Infinity when there is none. */
export function windowAtOrBefore(problem: Problem, j: number, time: number): number {
  for (let w = problem.windowStart[j + 1] - 1; w >= problem.windowStart[j]; w--) {
    if (time >= problem.windowFrom[w]) return time < problem.windowTo[w] ? time : problem.windowTo[w]
  }
  return -Infinity
}
