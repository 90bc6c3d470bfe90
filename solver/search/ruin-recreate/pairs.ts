import type { Refusal } from '../../route/admission.ts'
import type { Journal } from '../../route/journal.ts'
import { makeKnownBounds } from './known-bounds.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import { makePairPlaces } from './pair-places.ts'
import type { VehicleType } from '../../model/problem.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/** What insertion of single jobs and of shipments share. */
type Shared = {
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
  { width, list }: Neighbors,
  nearest: number,
  { blinks, isNews, refusal }: Shared,
) {
  const { problem, next, routeOf, used, spare, size } = solution
  const { pointCount, point, types, typeOf, pair, timed, hasSetup } = problem
  const { dimensions, pickup } = problem
  const { departure, latestStart, load } = state
  const looked = new Int32Array(problem.vehicleCount)
  const bounds = makeKnownBounds(problem, state)
  const places = makePairPlaces(solution, state)
  const { nodes, pickupCost, deliveryCost, deliveryFrom } = places
  let question = 0
  let bestCost = Infinity
  let bestAfter = -1
  let bestDeliveryAfter = -1
  let bestVehicle = -1
  let mayBlink = false
  let hasBlinked = false

  return { place, findOn, insertFound }

  /** Puts a shipment, known by its pickup, where it costs least and less than `limit`. */
  function place(job: number, limit: number, patient: boolean) {
    question++
    bestCost = limit
    bestAfter = -1
    mayBlink = !patient
    if (!patient) {
      for (const end of [job, pair[job]]) {
        for (let k = 0; k < nearest; k++) {
          const vehicle = routeOf[list[end * width + k]]
          if (vehicle >= 0) tryRoute(job, vehicle)
        }
      }
    }
    if (bestAfter < 0) {
      mayBlink = false
      for (let u = 0; u < used.length; u++) {
        if (isNews(used.items[u], job)) tryRoute(job, used.items[u])
      }
    }
    for (let t = 0; t < types.length; t++) {
      if (spare[t].length > 0) tryRoute(job, spare[t].items[spare[t].length - 1])
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
    through.insert(pair[job], bestDeliveryAfter === bestAfter ? job : bestDeliveryAfter, bestVehicle)
    state.refresh(bestVehicle)
  }

  /** Looks at a route, unless it is known to be no better than what has been found. */
  function tryRoute(job: number, vehicle: number) {
    if (looked[vehicle] === question) return
    looked[vehicle] = question
    if (bounds.of(job, vehicle) >= bestCost) return
    const type = types[typeOf[vehicle]]
    if (type.serves[job] === 0 || type.serves[pair[job]] === 0 || size[vehicle] + 2 > type.maxTasks) return
    if (refusal?.(vehicle, job)) return
    hasBlinked = false
    const isPossible = tryPlaces(job, vehicle, type)
    if (!hasBlinked) bounds.learn(job, vehicle, isPossible ? bestCost : Infinity)
  }

  /** Tries the places of a route that could be the cheapest so far; false where there are none at all. */
  function tryPlaces(job: number, vehicle: number, type: VehicleType): boolean {
    const last = places.list(job, vehicle, type)
    if (last < 0) return false
    const { costs } = type
    const row = job * pointCount
    const deliveryRow = pair[job] * pointCount
    const fixed = size[vehicle] === 0 ? type.fixedCost : 0
    const straight = costs[row + pair[job]]
    for (let i = 0; i <= last; i++) {
      if (pickupCost[i] === Infinity) continue
      const after = nodes[i]
      const before = point[nodes[i + 1]]
      const alone = fixed + pickupCost[i]
      const together = alone + straight + costs[deliveryRow + before] - costs[row + before]
      const mayWalk = alone + deliveryFrom[i + 1] < bestCost
      if ((together >= bestCost && !mayWalk) || !fitsBehind(after, job, type)) continue
      const time = state.leaves(after, departure[after], job, type)
      if (time === Infinity) continue
      tryDelivery(together, job, time, after, after, vehicle, type)
      if (mayWalk) walkOn(job, alone, time, i, last, vehicle, type)
    }
    return true
  }

  /** Tries the delivery at each place behind the pickup's, as long as time and load allow it on board. */
  function walkOn(
    job: number,
    alone: number,
    time: number,
    at: number,
    last: number,
    vehicle: number,
    type: VehicleType,
  ) {
    let from = job
    for (let i = at + 1; i <= last && alone + deliveryFrom[i] < bestCost; i++) {
      const node = nodes[i]
      time = state.leaves(from, time, node, type)
      if (time === Infinity || !fitsBehind(node, job, type)) return
      if (timed && !hasSetup && time - type.service[node] > latestStart[node]) return
      tryDelivery(alone + deliveryCost[i], job, time, nodes[at], node, vehicle, type)
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
    if (cost >= bestCost) return
    if (mayBlink && blinks()) {
      hasBlinked = true
      return
    }
    const delivery = pair[job]
    const from = deliveryAfter === after ? job : deliveryAfter
    const over = state.leaves(from, time, delivery, type)
    if (over === Infinity || !state.staysInTime(delivery, over, next[deliveryAfter], vehicle)) return
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
      const amount = pickup[job * dimensions + d]
      if (amount > 0 && load[node * dimensions + d] + amount > capacity[d]) return false
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
    const delivery = pair[job]
    const longer = (table: Int32Array) => {
      const arcOf = (a: number, b: number) => table[point[a] * pointCount + point[b]]
      const around = (a: number, middle: number, b: number) => arcOf(a, middle) + arcOf(middle, b)
      const gone = size[vehicle] === 0 ? 0 : arcOf(after, next[after])
      if (deliveryAfter === after) return arcOf(after, job) + around(job, delivery, next[after]) - gone
      const behind = next[deliveryAfter]
      return (
        around(after, job, next[after]) - gone + around(deliveryAfter, delivery, behind) - arcOf(deliveryAfter, behind)
      )
    }
    if (state.travel[vehicle] + longer(durations) > maxTravel) return false
    return !distances || state.distance[vehicle] + longer(distances) <= maxDistance
  }
}
