import type { Neighbors } from '../../model/neighbors.ts'
import type { RouteAdmission } from './route-admission.ts'
import type { Solution } from '../../route/solution.ts'

/** The nearest jobs of a job that it could be beside. */
export type NearWithRoom = {
  /** Where they are in the job's list of neighbors, nearest first. */
  readonly found: Int32Array
  /** Finds those on routes that have room for a job, as far as loads are simple, among its `nearest` ones. Returns how many. */
  find: (job: number) => number
}

/**
 * Makes the filter in front of the innermost loop of the search. It counts instead of branching: processors guess badly which
 * routes have room, and a wrong guess takes longer than all the arithmetic.
 */
export function makeNearWithRoom(
  { routeOf, delivered, problem }: Solution,
  { width, list }: Neighbors,
  { most }: RouteAdmission,
  nearest: number,
): NearWithRoom {
  const { delivery } = problem
  const found = new Int32Array(nearest)
  return { found, find: most ? findWithRoom : findPlanned }

  function findWithRoom(job: number): number {
    const first = job * width
    const load = delivery[job]
    let count = 0
    for (let k = 0; k < nearest; k++) {
      const vehicle = routeOf[list[first + k]]
      // The first vehicle stands in for the -1 of an absent job, which does not count.
      const index = vehicle & ~(vehicle >> 31)
      found[count] = k
      count += Number(vehicle >= 0) & Number(delivered[index] + load <= most![index])
    }
    return count
  }

  function findPlanned(job: number): number {
    const first = job * width
    let count = 0
    for (let k = 0; k < nearest; k++) {
      found[count] = k
      count += Number(routeOf[list[first + k]] >= 0)
    }
    return count
  }
}
