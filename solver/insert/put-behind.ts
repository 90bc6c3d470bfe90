import { drivingCost } from './insert.ts'
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
  for (const end of ends) solution.remove(end)
  const [best] = everyPlace(solution, state, vehicle, ends, head)
  if (best) putAt(solution, vehicle, ends, best.positions)
  state.refresh(vehicle)
}

/**
 * All places for an absent order behind the first stops of a route where it fits, the cheapest first, with what driving would cost
 * then, in search units. The route stays as it is.
 */
export function everyPlace(
  solution: Solution,
  state: RouteState,
  vehicle: number,
  ends: readonly number[],
  head: number,
): { positions: number[]; cost: number }[] {
  const { length } = solution.jobsOf(vehicle)
  const found: { positions: number[]; cost: number }[] = []
  for (let at = head; at <= length; at++) {
    for (let later = at + 1; later <= (ends.length > 1 ? length + 1 : at + 1); later++) {
      const positions = ends.length > 1 ? [at, later] : [at]
      putAt(solution, vehicle, ends, positions)
      if (state.refresh(vehicle) && hasRoom(solution, state, vehicle))
        found.push({ positions, cost: drivingCost(solution) })
      for (const end of ends) solution.remove(end)
    }
  }
  state.refresh(vehicle)
  return found.sort((a, b) => a.cost - b.cost)
}

function putAt(solution: Solution, vehicle: number, ends: readonly number[], positions: readonly number[]): void {
  ends.forEach((end, i) => {
    const at = positions[i]
    solution.insert(end, at === 0 ? solution.startNode(vehicle) : solution.jobsOf(vehicle)[at - 1], vehicle)
  })
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
