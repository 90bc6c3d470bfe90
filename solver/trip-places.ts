import type { Neighbours } from './neighbours.ts'
import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'
import { makeTripInsertion } from './trip-insertion.ts'
import { isSimple } from './trip-labels.ts'

/** What insertion into routes of one trip and of several share. */
interface Shared {
  blinks: () => boolean
  isNews: (vehicle: number, job: number) => boolean
  accepts: (vehicle: number, job: number) => boolean
  couldFit: (job: number, after: number, before: number) => boolean
  /** What the cheapest position so far costs. */
  limit: () => number
  /** Told of a position that costs less. */
  take: (cost: number, after: number, vehicle: number) => void
}

/** Insertion of single jobs into routes of several trips, where a job beside a depot need not be beside its neighbours. */
export function makeTripPlaces(
  solution: Solution,
  state: RouteState,
  { width, list }: Neighbours,
  nearest: number,
  { blinks, isNews, accepts, couldFit, limit, take }: Shared,
) {
  const { problem, next, prev, routeOf, arc, used } = solution
  const { jobCount, pointCount, point, types, typeOf } = problem
  const simple = types.map((type) => isSimple(problem, type) && type.isJudgedByTrips)
  const insertion = state.trips && makeTripInsertion(solution, state.trips)

  const looked = new Int32Array(problem.nodeCount)
  let question = 0

  return { tryNearest, tryEverywhere, tryOwnTrip }

  /** Tries both sides of each near job. */
  function tryNearest(job: number) {
    question++
    for (let k = 0; k < nearest; k++) {
      const other = list[job * width + k]!
      const vehicle = routeOf[other]!
      if (vehicle < 0 || !types[typeOf[vehicle]!]!.reload || !accepts(vehicle, job)) continue
      for (const after of [other, prev[other]!]) {
        if (looked[after] === question) continue
        looked[after] = question
        tryPosition(job, after, vehicle, true)
      }
    }
  }

  function tryEverywhere(job: number) {
    for (let u = 0; u < used.length; u++) {
      const vehicle = used.items[u]!
      if (!types[typeOf[vehicle]!]!.reload || !isNews(vehicle, job) || !accepts(vehicle, job)) continue
      for (let after = solution.startNode(vehicle); after !== solution.endNode(vehicle); after = next[after]!)
        tryPosition(job, after, vehicle, false)
    }
  }

  /** Tries to give the job a trip of its own, whatever that costs: alone it rarely pays, but others follow. */
  function tryOwnTrip(job: number) {
    for (let u = 0; u < used.length; u++) {
      const vehicle = used.items[u]!
      if (!simple[typeOf[vehicle]!] || !accepts(vehicle, job)) continue
      for (let after = solution.startNode(vehicle); after !== solution.endNode(vehicle); after = next[after]!) {
        const cost = insertion!(job, after, vehicle, limit(), true)
        if (cost < limit()) take(cost, after, vehicle)
      }
    }
  }

  function tryPosition(job: number, after: number, vehicle: number, mayBlink: boolean) {
    const before = next[after]!
    const type = types[typeOf[vehicle]!]!
    const { costs, costsInto } = type
    const row = job * pointCount
    const there = costsInto[row + point[after]!]!
    const back = costs[row + point[before]!]!
    if (leastCost(row, after, before, there, back, type) >= limit() || (mayBlink && blinks())) return
    if (simple[typeOf[vehicle]!]) {
      state.trips!.prepare(after, vehicle)
      if (!couldFit(job, after, before)) return
      const cost = insertion!(job, after, vehicle, limit(), false)
      if (cost < limit()) take(cost, after, vehicle)
      return
    }
    const cost = there + back - arc[after]! + state.extraWith(vehicle, job, after)
    if (cost < limit()) take(cost, after, vehicle)
  }

  /** Whatever the trips, the job comes behind its neighbour or a depot, and before its neighbour or a depot. */
  function leastCost(
    row: number,
    after: number,
    before: number,
    there: number,
    back: number,
    { costs, costsInto, reload }: (typeof types)[number],
  ): number {
    let least = there + back - arc[after]!
    for (const depot of reload!.points) {
      const out = costsInto[row + depot]!
      const home = costs[row + depot]!
      if (out + home < least) least = out + home
      const asFirst = out + back - (before < jobCount ? costs[depot * pointCount + before]! : arc[after]!)
      if (asFirst < least) least = asFirst
      const asLast = there + home - (after < jobCount ? costs[after * pointCount + depot]! : arc[after]!)
      if (asLast < least) least = asLast
    }
    return least
  }
}
