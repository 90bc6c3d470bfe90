import type { Neighbors } from '../../model/neighbors.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'
import { makeTripInsertion } from '../../route/trips/trip-insertion.ts'
import { isSimple } from '../../route/trips/trip-labels.ts'

/** What insertion into routes of one trip and of several share. */
type Shared = {
  blinks: () => boolean
  accepts: (vehicle: number, job: number) => boolean
  couldFit: (job: number, after: number, before: number) => boolean
  /** What the cheapest position so far costs. */
  limit: () => number
  /** Told of a position that costs less. */
  take: (cost: number, after: number, vehicle: number) => void
}

/** Insertion of single jobs into routes of several trips, where what lies beside a job may be a depot. */
export function makeTripPlaces(
  solution: Solution,
  state: RouteState,
  { width, list }: Neighbors,
  nearest: number,
  { blinks, accepts, couldFit, limit, take }: Shared,
) {
  const { problem, next, prev, routeOf, arc, used } = solution
  const { jobCount, pointCount, types, typeOf } = problem
  const simple = types.map((type) => isSimple(problem, type) && type.isJudgedByTrips)
  const insertion = state.trips && makeTripInsertion(solution, state.trips)
  const looked = new Int32Array(problem.nodeCount)
  let question = 0

  return { tryNearest, tryRoute, tryOwnTrip }

  /** Tries both sides of each near job where a place there, or a trip of its own, could cost less than the best so far. */
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
      if (behind < limit() && looked[other] !== question && accepts(vehicle, job) && !blinks())
        tryPosition(job, other, vehicle)
      if (ahead < limit() && looked[after] !== question && accepts(vehicle, job) && !blinks())
        tryPosition(job, after, vehicle)
    }
  }

  function tryRoute(job: number, vehicle: number) {
    for (let after = solution.startNode(vehicle); after !== solution.endNode(vehicle); after = next[after])
      tryPosition(job, after, vehicle)
  }

  /** Tries to give the job a trip of its own, whatever that costs: alone it rarely pays, but others follow. */
  function tryOwnTrip(job: number) {
    for (let u = 0; u < used.length; u++) {
      const vehicle = used.items[u]
      if (!simple[typeOf[vehicle]] || !accepts(vehicle, job)) continue
      for (let after = solution.startNode(vehicle); after !== solution.endNode(vehicle); after = next[after]) {
        const cost = insertion!(job, after, vehicle, limit(), true)
        if (cost < limit()) take(cost, after, vehicle)
      }
    }
  }

  function tryPosition(job: number, after: number, vehicle: number) {
    looked[after] = question
    if (simple[typeOf[vehicle]]) {
      state.trips!.prepare(after, vehicle)
      if (!couldFit(job, after, next[after])) return
      const cost = insertion!(job, after, vehicle, limit(), false)
      if (cost < limit()) take(cost, after, vehicle)
      return
    }
    const { costs, costsInto } = types[typeOf[vehicle]]
    const { point } = problem
    const direct = costsInto[job * pointCount + point[after]] + costs[job * pointCount + point[next[after]]]
    const cost = direct - arc[after] + state.extraWith(vehicle, job, after)
    if (cost < limit()) take(cost, after, vehicle)
  }
}
