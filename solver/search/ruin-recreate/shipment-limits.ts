import type { Added, RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'
import type { VehicleType } from '../../model/problem.ts'

/** Whether load, travel time and distance of a route allow a shipment more. */
export function makeShipmentLimits({ problem, next, size }: Solution, state: RouteState) {
  const { pointCount, point, types, typeOf, dimensions, pickup } = problem
  const { load } = state

  return { fitsInLoad, fitsInLength }

  /** Whether the shipment may be on board when the vehicle leaves a node. */
  function fitsInLoad(job: number, node: number, { capacity, reload }: VehicleType): boolean {
    if (reload) return true
    for (let d = 0; d < dimensions; d++) {
      const amount = pickup[job * dimensions + d]
      if (amount > 0 && load[node * dimensions + d] + amount > capacity[d]) return false
    }
    return true
  }

  function fitsInLength(vehicle: number, added: Required<Added>): boolean {
    const { durations, distances, maxTravel, maxDistance } = types[typeOf[vehicle]]
    if (state.travel[vehicle] + detour(durations, vehicle, added) > maxTravel) return false
    return !distances || state.distance[vehicle] + detour(distances, vehicle, added) <= maxDistance
  }

  /** How much longer both ends make a route, in seconds or meters. */
  function detour(
    table: Int32Array,
    vehicle: number,
    { job, after, delivery, deliveryAfter }: Required<Added>,
  ): number {
    const arc = (a: number, b: number) => table[point[a] * pointCount + point[b]]
    const around = (a: number, middle: number, b: number) => arc(a, middle) + arc(middle, b)
    const gone = size[vehicle] === 0 ? 0 : arc(after, next[after])
    if (deliveryAfter === after) return arc(after, job) + around(job, delivery, next[after]) - gone
    const behind = next[deliveryAfter]
    return around(after, job, next[after]) - gone + around(deliveryAfter, delivery, behind) - arc(deliveryAfter, behind)
  }
}
