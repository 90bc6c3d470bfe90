import type { Job } from './jobs.ts'
import type { Problem } from './problem.ts'

/** Whether the goods of a job may be on board for a limited time. */
export function hasRide({ max_ride, max_detour }: Job): boolean {
  return max_ride !== undefined || max_detour !== undefined
}

/**
 * The most seconds that the goods of each job, or of each delivery, may be on board, for vehicles with these drives at
 * the nominal speed.
 */
export function longestRides(jobList: readonly Job[], plainDurations: Int32Array, pointCount: number): Float64Array {
  return Float64Array.from(jobList, (job, j) => longestRide(job, j, plainDurations, pointCount))
}

/** The same for one job, by its number. */
export function longestRide(job: Job, number: number, plainDurations: Int32Array, pointCount: number): number {
  return Math.min(job.max_ride ?? Infinity, longestWithDetour(job, number, plainDurations, pointCount))
}

/** The fields of a job that allow fewer seconds on board of a vehicle than these. */
export function rideFields({ jobList, types, typeOf, pointCount }: Problem, job: number, v: number, seconds: number) {
  const { max_ride = Infinity } = jobList[job]
  const { plainDurations } = types[typeOf[v]]
  const withDetour = longestWithDetour(jobList[job], job, plainDurations, pointCount)
  return [...(max_ride < seconds ? ['max_ride'] : []), ...(withDetour < seconds ? ['max_detour'] : [])].join(' and ')
}

function longestWithDetour({ max_detour }: Job, job: number, plainDurations: Int32Array, pointCount: number): number {
  // A delivery follows its pickup in the list of jobs, also where that is done and no longer its pair.
  return max_detour === undefined ? Infinity : plainDurations[(job - 1) * pointCount + job] + max_detour
}
