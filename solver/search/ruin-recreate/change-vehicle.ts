import { makeRefusal } from '../../route/admission.ts'
import { anchorOf } from '../../model/locked-routes.ts'
import type { Operands } from './operands.ts'

/**
 * Makes a function that gives the jobs of a route to a vehicle of another type. Insertion job by job would hardly ever do
 * that, because a larger vehicle does not pay before it is full. A vehicle that has jobs already takes the route in
 * exchange for its own. Jobs that do not fit are left for insertion.
 */
export function makeChangeVehicle({ solution, state, journal, random }: Operands): (vehicle: number) => void {
  const { problem, spare, size, delivered } = solution
  const { types, typeOf, dimensions, delivery, hasPickup, pair, groups } = problem
  const refusal = makeRefusal(solution)

  return (vehicle) => {
    const t = random.below(types.length)
    if (t === typeOf[vehicle]) return
    const { vehicles, capacity, reload } = types[t]
    const free = spare[t].length
    // A smaller one would only leave jobs behind.
    if (free > 0 && !reload && loads(vehicle).some((amount, d) => amount > capacity[d])) return
    const other = free > 0 ? spare[t].items[free - 1] : vehicles[random.below(vehicles.length)]
    // While routes are being closed, some vehicles must stay at home.
    if (free === 0 && size[other] === 0) return
    const [route, load] = [solution.jobsOf(vehicle), loads(vehicle)]
    const [otherRoute, otherLoad] = [solution.jobsOf(other), loads(other)]
    journal.empty(vehicle)
    journal.empty(other)
    fill(other, route, load)
    fill(vehicle, otherRoute, otherLoad)
  }

  /** Gives a vehicle the jobs of a route in their order, or as many of them as it can take. */
  function fill(vehicle: number, jobs: number[], load: number[]) {
    const { capacity, serves, maxTasks, reload } = types[typeOf[vehicle]]
    const takesAll = reload !== undefined || load.every((amount, d) => amount <= capacity[d])
    // The load of a locked head was not counted.
    const hasHead = size[vehicle] > 0
    let after = anchorOf(problem, vehicle)
    for (const job of jobs) {
      const fits = takesAll || (!hasPickup && takesAlso(vehicle, job, capacity))
      if (!fits || serves[job] === 0 || size[vehicle] >= maxTasks || refusal?.(vehicle, job)) continue
      journal.insert(job, after, vehicle)
      after = job
    }
    const isPossible = state.refresh(vehicle) && !isHalf(vehicle)
    const isOver = hasHead && loads(vehicle).some((amount, d) => amount > capacity[d])
    if (isPossible && !isOver) return
    journal.empty(vehicle)
    state.refresh(vehicle)
  }

  function takesAlso(vehicle: number, job: number, capacity: Float64Array): boolean {
    for (let d = 0; d < dimensions; d++)
      if (delivered[vehicle * dimensions + d] + delivery[job * dimensions + d] > capacity[d]) return false
    return true
  }

  /** Whether one end of a shipment, or some of a bundle, is elsewhere. */
  function isHalf(vehicle: number): boolean {
    if (!problem.hasPairs && !groups) return false
    return solution.jobsOf(vehicle).some((job) => {
      const isElsewhere = (other: number) => solution.routeOf[other] !== vehicle
      if (pair[job] >= 0 && isElsewhere(pair[job])) return true
      return groups !== undefined && groups.bundleOf[job] >= 0 && groups.bundles[groups.bundleOf[job]].some(isElsewhere)
    })
  }

  /** The most that is on board at once, by dimension. */
  function loads(vehicle: number): number[] {
    const start = solution.startNode(vehicle)
    return Array.from({ length: dimensions }, (_, d) =>
      hasPickup ? state.peakAfter[start * dimensions + d] : delivered[vehicle * dimensions + d],
    )
  }
}
