import type { Operands } from './operands.ts'
import type { Position } from './insertion.ts'
import { makeShipmentLimits } from './shipment-limits.ts'
import { makeShipmentPositions } from './shipment-positions.ts'

/** The cheapest two positions found so far for a shipment. `after` is the node before its pickup. */
export type ShipmentPosition = Position & {
  /** The node before its delivery, leaving the pickup aside. */
  deliveryAfter: number
}

/** Evaluates the pairs of positions on one route for the two ends of a shipment. A shipment is its pickup. */
export function makeShipmentRoute({ solution, state }: Operands, blinks: () => boolean, best: ShipmentPosition) {
  const { problem, next, size } = solution
  const { pointCount, point, types, typeOf, pair, timed, hasSetup, precedence } = problem
  const { departure, latestStart, rides } = state
  const limits = makeShipmentLimits(solution, state)
  const { nodes, pickupCost, deliveryCost, deliveryFrom, list } = makeShipmentPositions(solution, state)

  // The shipment and the route that are looked at.
  let job = -1
  let delivery = -1
  let vehicle = -1
  let type = types[0]
  let mayBlink = false
  let hasBlinked = false

  return { tryPositions }

  /**
   * Tries the positions that could be the cheapest so far. Says whether there are none at all, or whether one was
   * overlooked by a blink.
   */
  function tryPositions(shipment: number, on: number, withBlinks: boolean): 'none' | 'tried' | 'blinked' {
    job = shipment
    delivery = pair[job]
    vehicle = on
    type = types[typeOf[vehicle]]
    mayBlink = withBlinks
    hasBlinked = false
    const last = list(job, vehicle, type)
    if (last < 0) return 'none'
    tryPickups(last)
    return hasBlinked ? 'blinked' : 'tried'
  }

  /** Tries each position for the pickup, with the delivery right behind it or later. */
  function tryPickups(last: number) {
    const { costs } = type
    const row = job * pointCount
    const deliveryRow = delivery * pointCount
    const fixed = size[vehicle] === 0 ? type.fixedCost : 0
    const straight = costs[row + delivery]
    for (let i = 0; i <= last; i++) {
      if (pickupCost[i] === Infinity) continue
      const after = nodes[i]
      const before = point[nodes[i + 1]]
      const alone = fixed + pickupCost[i]
      const together = alone + straight + costs[deliveryRow + before] - costs[row + before]
      const mayWalk = alone + deliveryFrom[i + 1] < best.cost
      if ((together >= best.cost && !mayWalk) || !limits.fitsInLoad(job, after, type)) continue
      if (precedence !== undefined && !state.keepsOrder(job, after, vehicle)) continue
      if (rides && !rides.mayFit(job, after, next[after], vehicle)) continue
      const time = state.leaves(after, departure[after], job, type)
      if (time === Infinity) continue
      tryDelivery(together, time, after, after)
      if (mayWalk) tryLaterDeliveries(alone, time, i, last)
    }
  }

  /** Tries the delivery at each position after the pickup's, as long as time and load allow it to stay on board. */
  function tryLaterDeliveries(alone: number, timeAtPickup: number, pickupAt: number, last: number) {
    let time = timeAtPickup
    let from = job
    for (let i = pickupAt + 1; i <= last && alone + deliveryFrom[i] < best.cost; i++) {
      const node = nodes[i]
      time = state.leaves(from, time, node, type)
      if (time === Infinity || !limits.fitsInLoad(job, node, type)) return
      if (timed && !hasSetup && time - type.service[node] > latestStart[node]) return
      tryDelivery(alone + deliveryCost[i], time, nodes[pickupAt], node)
      from = node
    }
  }

  /** Whether neither the shipment nor what is on board around it rides for too long, as far as that is quick to see. */
  function mayRide(after: number, deliveryAfter: number): boolean {
    if (!rides!.mayRide(job, after, delivery, deliveryAfter, vehicle)) return false
    return after === deliveryAfter || rides!.mayFit(delivery, deliveryAfter, next[deliveryAfter], vehicle)
  }

  /** Takes a pair of positions that costs less than the best so far, if all constraints allow it. */
  function tryDelivery(cost: number, time: number, after: number, deliveryAfter: number) {
    if (cost >= best.cost) return
    if (precedence !== undefined && !state.keepsOrder(delivery, deliveryAfter, vehicle)) return
    if (rides && !mayRide(after, deliveryAfter)) return
    if (mayBlink && blinks()) {
      hasBlinked = true
      return
    }
    const from = deliveryAfter === after ? job : deliveryAfter
    const over = state.leaves(from, time, delivery, type)
    if (over === Infinity || !state.staysInTime(delivery, over, next[deliveryAfter], vehicle)) return
    if (type.limited && !limits.fitsInLength(vehicle, { job, after, delivery, deliveryAfter })) return
    if (type.isJudged && !(type.isJudgedByRides && rides!.isFree(delivery, vehicle))) {
      cost += state.extraWith(vehicle, { job, after, delivery, deliveryAfter }, best.cost - cost)
      if (cost >= best.cost) return
    }
    best.cost = cost
    best.after = after
    best.deliveryAfter = deliveryAfter
    best.vehicle = vehicle
  }
}
