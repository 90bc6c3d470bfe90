import type { Journal } from './journal.ts'
import type { Random } from './random.ts'
import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'

/**
 * Gives the jobs of a route to a free vehicle of another type, which insertion job by job would hardly ever do: a larger
 * one does not pay before it is full. Where that vehicle cannot drive the route, its jobs are left for insertion.
 */
export function makeChangeVehicle(
  solution: Solution,
  state: RouteState,
  journal: Journal,
  random: Random,
): (vehicle: number) => void {
  const { problem, spare, size } = solution
  const { types, typeOf, dimensions, hasPickup } = problem

  return (vehicle) => {
    const t = random.below(types.length)
    const type = types[t]!
    if (t === typeOf[vehicle] || spare[t]!.length === 0 || size[vehicle]! > type.maxTasks) return
    for (let d = 0; d < dimensions; d++) if (load(vehicle, d) > type.capacity[d]!) return
    const jobs = solution.jobsOf(vehicle)
    if (jobs.some((job) => type.serves[job] === 0)) return
    const other = spare[t]!.items[spare[t]!.length - 1]!
    journal.empty(vehicle)
    let after = solution.startNode(other)
    for (const job of jobs) {
      journal.insert(job, after, other)
      after = job
    }
    state.refresh(vehicle)
    if (!state.refresh(other)) {
      journal.empty(other)
      state.refresh(other)
    }
  }

  /** The most that is on board. */
  function load(vehicle: number, d: number): number {
    if (!hasPickup) return solution.delivered[vehicle * dimensions + d]!
    return state.peakAfter[solution.startNode(vehicle) * dimensions + d]!
  }
}
