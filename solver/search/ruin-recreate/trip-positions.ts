import type { Position, Shared } from './insertion.ts'
import type { Operands } from './operands.ts'
import type { RouteAdmission } from './route-admission.ts'
import { makeTripInsertion } from '../../route/trips/trip-insertion.ts'
import { isSimple } from '../../route/trips/trip-labels.ts'

/** What insertion into routes of one trip and of several trips share. */
type OfSingles = Pick<Shared, 'nearest' | 'blinks'> & {
  admission: RouteAdmission
  couldFit: (job: number, after: number, before: number) => boolean
  /** Replaced by each cheaper position. */
  best: Position
}

/** Insertion of single jobs into routes of several trips, where the neighbor of a job may be a depot. */
export function makeTripPositions(
  { solution, state, neighbors }: Operands,
  { nearest, blinks, admission, couldFit, best }: OfSingles,
) {
  const { width, list } = neighbors
  const { problem, next, prev, routeOf, arc, used } = solution
  const { jobCount, pointCount, types, typeOf } = problem
  const simple = types.map((type) => isSimple(problem, type) && type.isJudgedByTrips)
  const insertion = state.trips && makeTripInsertion(solution, state.trips)
  const looked = new Int32Array(problem.nodeCount)
  let question = 0

  return { tryNearest, tryRoute, tryOwnTrip }

  /** Tries both sides of each near job where a position, or a trip of its own, could cost less than the best so far. */
  function tryNearest(job: number) {
    question++
    const row = job * pointCount
    for (let k = 0; k < nearest; k++) {
      const other = list[job * width + k]
      const vehicle = routeOf[other]
      if (vehicle < 0) continue
      const { costs, costsInto, reload } = types[typeOf[vehicle]]
      if (!reload) continue
      const before = next[other]
      const after = prev[other]
      const there = costsInto[row + other]
      const back = costs[row + other]
      let behind = before < jobCount ? there + costs[row + before] - arc[other] : Infinity
      let ahead = after < jobCount ? costsInto[row + after] + back - arc[after] : Infinity
      for (const depot of reload.points) {
        const out = costsInto[row + depot]
        const home = costs[row + depot]
        const asLast = there + home - costsInto[depot * pointCount + other]
        const asFirst = out + back - costs[depot * pointCount + other]
        if (asLast < behind) behind = asLast
        if (asFirst < ahead) ahead = asFirst
        if (out + home < behind) behind = out + home
        if (out + home < ahead) ahead = out + home
      }
      if (behind < best.cost && looked[other] !== question && admission.accepts(vehicle, job) && !blinks())
        tryPosition(job, other, vehicle)
      if (ahead < best.cost && looked[after] !== question && admission.accepts(vehicle, job) && !blinks())
        tryPosition(job, after, vehicle)
    }
  }

  function tryRoute(job: number, vehicle: number) {
    for (let after = solution.startNode(vehicle); after !== solution.endNode(vehicle); after = next[after])
      tryPosition(job, after, vehicle)
  }

  /** Tries to give the job a trip of its own. Alone it rarely pays, but others follow. */
  function tryOwnTrip(job: number) {
    for (let u = 0; u < used.length; u++) {
      const vehicle = used.items[u]
      if (!simple[typeOf[vehicle]] || !admission.accepts(vehicle, job)) continue
      for (let after = solution.startNode(vehicle); after !== solution.endNode(vehicle); after = next[after]) {
        if (!state.keepsOrder(job, after, vehicle)) continue
        const cost = insertion!(job, after, vehicle, best.cost, true)
        take(cost, after, vehicle)
      }
    }
  }

  function tryPosition(job: number, after: number, vehicle: number) {
    looked[after] = question
    if (!state.keepsOrder(job, after, vehicle)) return
    if (simple[typeOf[vehicle]]) {
      state.trips!.prepare(after, vehicle)
      if (!couldFit(job, after, next[after])) return
      const cost = insertion!(job, after, vehicle, best.cost, false)
      take(cost, after, vehicle)
      return
    }
    const { costs, costsInto } = types[typeOf[vehicle]]
    const { point } = problem
    const direct = costsInto[job * pointCount + point[after]] + costs[job * pointCount + point[next[after]]]
    const cost = direct - arc[after] + state.extraWith(vehicle, { job, after })
    take(cost, after, vehicle)
  }

  function take(cost: number, after: number, vehicle: number) {
    if (cost >= best.cost) return
    best.cost = cost
    best.after = after
    best.vehicle = vehicle
  }
}
