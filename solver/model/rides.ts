import type { Job } from './jobs.ts'

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
export function longestRide(
  { max_ride = Infinity, max_detour }: Job,
  job: number,
  plainDurations: Int32Array,
  pointCount: number,
): number {
  if (max_detour === undefined) return max_ride
  // A delivery follows its pickup in the list of jobs, also where that is done and no longer its pair.
  return Math.min(max_ride, plainDurations[(job - 1) * pointCount + job] + max_detour)
}
