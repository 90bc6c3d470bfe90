import type { Insertion, Shared } from './insertion.ts'
import type { Journal } from '../../route/journal.ts'
import { makeKnownBounds } from './known-bounds.ts'
import type { Operands } from './operands.ts'
import { makeShipmentRoute, type ShipmentPosition } from './shipment-route.ts'

export type ShipmentInsertion = Insertion & {
  /** Inserts a shipment where it costs least and less than `limit`: on the routes near its ends, unless told to be patient. */
  place: (job: number, limit: number, patient: boolean) => void
}

/** Insertion of shipments: both ends at once, at the cheapest two positions of one route. A shipment is its pickup. */
export function makeShipmentInsertion(operands: Operands, shared: Shared): ShipmentInsertion {
  const { solution, state, journal, neighbors } = operands
  const { nearest, isNews, refusal } = shared
  const { problem, routeOf, used, spare, size } = solution
  const { types, typeOf, pair } = problem
  const { width, list } = neighbors
  const looked = new Int32Array(problem.vehicleCount)
  const bounds = makeKnownBounds(problem, state)
  const best: ShipmentPosition = { cost: Infinity, after: -1, deliveryAfter: -1, vehicle: -1 }
  const route = makeShipmentRoute(operands, shared.blinks, best)
  let question = 0
  let mayBlink = false

  return { place, find, findOn, insertFound }

  function place(job: number, limit: number, patient: boolean) {
    if (find(job, limit, patient)) insertFound(job, journal)
  }

  function find(job: number, limit: number, patient: boolean): ShipmentPosition | undefined {
    begin(limit)
    mayBlink = !patient
    if (!patient) {
      tryNearest(job)
      tryNearest(pair[job], job)
    }
    if (best.after < 0) {
      mayBlink = false
      for (let u = 0; u < used.length; u++) {
        if (isNews(used.items[u], job)) tryRoute(job, used.items[u])
      }
    }
    for (let t = 0; t < types.length; t++) {
      if (spare[t].length > 0) tryRoute(job, spare[t].items[spare[t].length - 1])
    }
    return best.after < 0 ? undefined : best
  }

  function findOn(job: number, vehicle: number): boolean {
    begin(Infinity)
    tryRoute(job, vehicle)
    return best.after >= 0
  }

  function insertFound(job: number, through: Pick<Journal, 'insert'>) {
    const { after, deliveryAfter, vehicle } = best
    through.insert(job, after, vehicle)
    through.insert(pair[job], deliveryAfter === after ? job : deliveryAfter, vehicle)
    state.refresh(vehicle)
  }

  function begin(limit: number) {
    question++
    best.cost = limit
    best.after = -1
    mayBlink = false
  }

  /** Tries the routes of the jobs nearest to one end. */
  function tryNearest(end: number, job = end) {
    for (let k = 0; k < nearest; k++) {
      const vehicle = routeOf[list[end * width + k]]
      if (vehicle >= 0) tryRoute(job, vehicle)
    }
  }

  /** Tries a route once, unless it is known to be no better than what has been found. */
  function tryRoute(job: number, vehicle: number) {
    if (looked[vehicle] === question) return
    looked[vehicle] = question
    if (bounds.of(job, vehicle) >= best.cost) return
    const { serves, maxTasks } = types[typeOf[vehicle]]
    if (serves[job] === 0 || serves[pair[job]] === 0 || size[vehicle] + 2 > maxTasks) return
    if (refusal?.(vehicle, job)) return
    const found = route.tryPositions(job, vehicle, mayBlink)
    if (found !== 'blinked') bounds.learn(job, vehicle, found === 'none' ? Infinity : best.cost)
  }
}
