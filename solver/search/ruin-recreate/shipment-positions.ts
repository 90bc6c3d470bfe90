import type { VehicleType } from '../../model/problem.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/** The positions on one route for the two ends of a shipment, in order: behind the first node, the second, and so on. */
export type ShipmentPositions = {
  /** The node before each position, and one more. */
  nodes: Int32Array
  /** What each end alone costs there, in search units; Infinity where it would be late. */
  pickupCost: Float64Array
  deliveryCost: Float64Array
  /** The least that the delivery alone costs there or later. */
  deliveryFrom: Float64Array
  /**
   * Lists the positions on a route. Returns the last one for the delivery, or -1 if there are none for both ends. Each end
   * is evaluated as if it came alone, because the other one makes nothing earlier.
   */
  list: (job: number, vehicle: number, type: VehicleType) => number
}

export function makeShipmentPositions(solution: Solution, state: RouteState): ShipmentPositions {
  const { problem, next, arc } = solution
  const { jobCount, pointCount, point, pair, timed, hasSetup, earliest, latest } = problem
  const { departure, latestStart } = state
  const nodes = new Int32Array(jobCount + 2)
  const pickupCost = new Float64Array(jobCount + 2)
  const deliveryCost = new Float64Array(jobCount + 2)
  const deliveryFrom = new Float64Array(jobCount + 2)

  return { nodes, pickupCost, deliveryCost, deliveryFrom, list }

  function list(job: number, vehicle: number, type: VehicleType): number {
    const delivery = pair[job]
    const end = solution.endNode(vehicle)
    let hasPickup = false
    let count = 0
    let last = -1
    for (let after = solution.startNode(vehicle); after !== end; after = next[after]) {
      if (timed && (departure[after] > latest[delivery] || (!hasPickup && departure[after] > latest[job]))) break
      const before = next[after]
      nodes[count] = after
      pickupCost[count] = Infinity
      deliveryCost[count] = Infinity
      if (!timed || isInTime(job, after, before, type)) {
        hasPickup = true
        pickupCost[count] = detour(job, after, before, type)
      }
      if (hasPickup && (!timed || isInTime(delivery, after, before, type))) {
        deliveryCost[count] = detour(delivery, after, before, type)
        last = count
      }
      count++
    }
    if (last < 0) return last
    nodes[last + 1] = next[nodes[last]]
    let least = Infinity
    deliveryFrom[last + 1] = least
    for (let i = last; i >= 0; i--) {
      if (deliveryCost[i] < least) least = deliveryCost[i]
      deliveryFrom[i] = least
    }
    return last
  }

  function detour(job: number, after: number, before: number, { costs, costsInto }: VehicleType): number {
    const row = job * pointCount
    return costsInto[row + point[after]] + costs[row + point[before]] - arc[after]
  }

  /** Whether an end alone would be in time. With setup or several windows it may say yes where the answer is no. */
  function isInTime(job: number, after: number, before: number, type: VehicleType): boolean {
    if (departure[after] > latest[job] || latestStart[before] < earliest[job]) return false
    const { durations, durationsInto, service } = type
    const row = job * pointCount
    let begin = departure[after] + durationsInto[row + point[after]]
    if (begin < earliest[job]) begin = earliest[job]
    if (begin > latest[job]) return false
    return hasSetup || begin + service[job] + durations[row + point[before]] <= latestStart[before]
  }
}
