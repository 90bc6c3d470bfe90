import type { Refusal } from './admission.ts'
import type { Journal } from './journal.ts'
import type { Neighbours } from './neighbours.ts'
import type { VehicleType } from './problem.ts'
import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'

/** What insertion of single jobs and of shipments share. */
interface Shared {
  /** Whether to overlook the next position on purpose. */
  blinks: () => boolean
  /** Whether anything has changed on a route since a job was last refused there. */
  isNews: (vehicle: number, job: number) => boolean
  /** What keeps a job off a vehicle; nothing where there are no such rules. */
  refusal: Refusal | undefined
}

/** Insertion of shipments: both ends at once, at the cheapest two positions of one route. */
export function makePairs(
  solution: Solution,
  state: RouteState,
  journal: Journal,
  { width, list }: Neighbours,
  nearest: number,
  { blinks, isNews, refusal }: Shared,
) {
  const { problem, next, routeOf, arc, used, spare, size } = solution
  const { jobCount, pointCount, point, types, typeOf, pair, timed, hasSetup } = problem
  const { dimensions, pickup, earliest, latest } = problem
  const { departure, latestStart, load } = state
  const looked = new Int32Array(problem.vehicleCount)
  let question = 0
  let bestCost = Infinity
  let bestAfter = -1
  let bestDeliveryAfter = -1
  let bestVehicle = -1
  let mayBlink = false

  return { place, findOn, insertFound }

  /** Puts a shipment, known by its pickup, where it costs least and less than `limit`. */
  function place(job: number, limit: number, patient: boolean) {
    question++
    bestCost = limit
    bestAfter = -1
    mayBlink = !patient
    if (!patient) {
      for (const end of [job, pair[job]!]) {
        for (let k = 0; k < nearest; k++) {
          const vehicle = routeOf[list[end * width + k]!]!
          if (vehicle >= 0) tryRoute(job, vehicle)
        }
      }
    }
    if (bestAfter < 0) {
      mayBlink = false
      for (let u = 0; u < used.length; u++) {
        if (isNews(used.items[u]!, job)) tryRoute(job, used.items[u]!)
      }
    }
    for (let t = 0; t < types.length; t++) {
      if (spare[t]!.length > 0) tryRoute(job, spare[t]!.items[spare[t]!.length - 1]!)
    }
    if (bestAfter >= 0) insertFound(job, journal)
  }

  /** Looks for the cheapest two places on one vehicle. */
  function findOn(job: number, vehicle: number): boolean {
    question++
    bestCost = Infinity
    bestAfter = -1
    mayBlink = false
    tryRoute(job, vehicle)
    return bestAfter >= 0
  }

  function insertFound(job: number, through: Pick<Journal, 'insert'>) {
    through.insert(job, bestAfter, bestVehicle)
    through.insert(pair[job]!, bestDeliveryAfter === bestAfter ? job : bestDeliveryAfter, bestVehicle)
    state.refresh(bestVehicle)
  }

  function tryRoute(job: number, vehicle: number) {
    if (looked[vehicle] === question) return
    looked[vehicle] = question
    const type = types[typeOf[vehicle]!]!
    const delivery = pair[job]!
    if (type.serves[job] === 0 || type.serves[delivery] === 0 || size[vehicle]! + 2 > type.maxTasks) return
    if (refusal?.(vehicle, job)) return
    const { costs, costsInto } = type
    const fixed = size[vehicle] === 0 ? type.fixedCost : 0
    const row = job * pointCount
    const deliveryRow = delivery * pointCount
    const straight = fixed + costs[row + delivery]!
    for (let after = solution.startNode(vehicle); after !== solution.endNode(vehicle); after = next[after]!) {
      const before = next[after]!
      if (timed && departure[after]! > latest[job]!) return
      if ((timed && latestStart[before]! < earliest[job]!) || !fitsBehind(after, job, type)) continue
      const time = state.leaves(after, departure[after]!, job, type)
      if (time === Infinity) continue
      const there = costsInto[row + point[after]!]! - arc[after]!
      tryDelivery(there + straight + costs[deliveryRow + point[before]!]!, job, time, after, after, vehicle, type)
      const alone = fixed + there + costs[row + point[before]!]!
      if (alone < bestCost) walkOn(job, alone, time, after, vehicle, type)
    }
  }

  /** Tries the delivery behind each node that follows the pickup, as long as time and load allow it on board. */
  function walkOn(job: number, alone: number, time: number, after: number, vehicle: number, type: VehicleType) {
    const row = pair[job]! * pointCount
    let from = job
    for (let node = next[after]!; node < jobCount; node = next[node]!) {
      time = state.leaves(from, time, node, type)
      if (time === Infinity || !fitsBehind(node, job, type)) return
      if (timed && !hasSetup && time - type.service[node]! > latestStart[node]!) return
      const cost = alone + type.costsInto[row + node]! + type.costs[row + point[next[node]!]!]! - arc[node]!
      tryDelivery(cost, job, time, after, node, vehicle, type)
      from = node
    }
  }

  function tryDelivery(
    cost: number,
    job: number,
    time: number,
    after: number,
    deliveryAfter: number,
    vehicle: number,
    type: VehicleType,
  ) {
    if (cost >= bestCost || (mayBlink && blinks())) return
    const delivery = pair[job]!
    const from = deliveryAfter === after ? job : deliveryAfter
    const over = state.leaves(from, time, delivery, type)
    if (over === Infinity || !state.staysInTime(delivery, over, next[deliveryAfter]!, vehicle)) return
    if (type.limited && !fitsInLength(job, after, deliveryAfter, vehicle, type)) return
    if (type.isJudged) {
      cost += state.extraWith(vehicle, job, after, bestCost - cost, delivery, deliveryAfter)
      if (cost >= bestCost) return
    }
    bestCost = cost
    bestAfter = after
    bestDeliveryAfter = deliveryAfter
    bestVehicle = vehicle
  }

  /** Whether the shipment may be on board when leaving a node. */
  function fitsBehind(node: number, job: number, { capacity, reload }: VehicleType): boolean {
    if (reload) return true
    for (let d = 0; d < dimensions; d++) {
      const amount = pickup[job * dimensions + d]!
      if (amount > 0 && load[node * dimensions + d]! + amount > capacity[d]!) return false
    }
    return true
  }

  function fitsInLength(
    job: number,
    after: number,
    deliveryAfter: number,
    vehicle: number,
    type: VehicleType,
  ): boolean {
    const { durations, distances, maxTravel, maxDistance } = type
    const delivery = pair[job]!
    const longer = (table: Int32Array) => {
      const arcOf = (a: number, b: number) => table[point[a]! * pointCount + point[b]!]!
      const around = (a: number, middle: number, b: number) => arcOf(a, middle) + arcOf(middle, b)
      const gone = size[vehicle] === 0 ? 0 : arcOf(after, next[after]!)
      if (deliveryAfter === after) return arcOf(after, job) + around(job, delivery, next[after]!) - gone
      const behind = next[deliveryAfter]!
      return (
        around(after, job, next[after]!) - gone + around(deliveryAfter, delivery, behind) - arcOf(deliveryAfter, behind)
      )
    }
    if (state.travel[vehicle]! + longer(durations) > maxTravel) return false
    return !distances || state.distance[vehicle]! + longer(distances) <= maxDistance
  }
}
