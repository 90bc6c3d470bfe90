import type { RouteState } from '../route/route-state.ts'
import type { Solution } from '../route/solution.ts'

/** Moves an order to its cheapest place behind the first stops of a route, or takes it off. */
export function putBehind(
  solution: Solution,
  state: RouteState,
  vehicle: number,
  ends: readonly number[],
  head: number,
): void {
  const takeOff = () => {
    for (const end of ends) solution.remove(end)
  }
  takeOff()
  const route = solution.jobsOf(vehicle)
  const nodes = [solution.startNode(vehicle), ...route]
  const put = ([at, later]: readonly number[]) => {
    solution.insert(ends[0], nodes[at], vehicle)
    if (ends.length > 1) solution.insert(ends[1], later === at ? ends[0] : nodes[later], vehicle)
    return state.refresh(vehicle) && hasRoom(solution, state, vehicle)
  }
  let best: number[] | undefined
  let least = Infinity
  for (let at = head; at <= route.length; at++) {
    for (let later = at; later <= (ends.length > 1 ? route.length : at); later++) {
      if (put([at, later]) && solution.cost < least) {
        best = [at, later]
        least = solution.cost
      }
      takeOff()
      state.refresh(vehicle)
    }
  }
  if (best) put(best)
}

/** Whether the load fits everywhere; trips are judged with the route. */
export function hasRoom({ problem, delivered }: Solution, { peakAfter }: RouteState, vehicle: number): boolean {
  const { dimensions, types, typeOf, hasPickup, jobCount } = problem
  const { capacity, reload } = types[typeOf[vehicle]]
  if (reload) return true
  const start = jobCount + 2 * vehicle
  return capacity.every(
    (most, d) => (hasPickup ? peakAfter[start * dimensions + d] : delivered[vehicle * dimensions + d]) <= most,
  )
}
