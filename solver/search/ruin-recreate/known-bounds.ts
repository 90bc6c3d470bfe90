import type { Problem } from '../../model/problem.ts'
import type { RouteState } from '../../route/route-state.ts'

/** How many pairs of shipment and vehicle are remembered at once. */
const mostKept = 2 ** 20

export type KnownBounds = {
  /** The least that the shipment costs on that vehicle, as its route is now; -Infinity where that is not known. */
  of: (job: number, vehicle: number) => number
  learn: (job: number, vehicle: number, cost: number) => void
}

/**
 * Remembers the least that shipments cost on routes. Most plans are refused, so the same routes are evaluated again and
 * again. A shipment is its pickup.
 */
export function makeKnownBounds({ jobCount, vehicleCount, pair }: Problem, { version }: RouteState): KnownBounds {
  const number = new Int32Array(jobCount)
  let shipments = 0
  for (let job = 0; job < jobCount; job++) if (pair[job] > job) number[job] = shipments++
  let size = 1
  while (size < mostKept && size < shipments * vehicleCount) size *= 2
  const jobs = new Int32Array(size)
  // The version of the route and the bound side by side.
  const known = new Float64Array(2 * size)
  const slotOf = (job: number, vehicle: number) => (number[job] * vehicleCount + vehicle) & (size - 1)

  return {
    of: (job, vehicle) => {
      const slot = slotOf(job, vehicle)
      // No two different routes have the same version.
      return known[2 * slot] === version[vehicle] && jobs[slot] === job ? known[2 * slot + 1] : -Infinity
    },
    learn: (job, vehicle, cost) => {
      const slot = slotOf(job, vehicle)
      jobs[slot] = job
      known[2 * slot] = version[vehicle]
      known[2 * slot + 1] = cost
    },
  }
}
