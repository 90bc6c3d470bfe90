import type { Insertion, Position, Shared } from './insertion.ts'
import type { Journal } from '../../route/journal.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Operands } from './operands.ts'
import type { Problem, VehicleType } from '../../model/problem.ts'
import { RouteAdmission } from './route-admission.ts'
import { makeNearWithRoom } from './near-with-room.ts'
import { makeTripPositions } from './trip-positions.ts'

export type SingleInsertion = Insertion & {
  /** Inserts a job where it costs least and less than `limit`: beside its nearest ones, unless told to be patient. */
  place: (job: number, limit: number, patient: boolean) => void
  /** Sends a job out on a vehicle of its own, of a type drawn at random, or places it like any other. */
  placeAlone: (job: number, limit: number) => void
  /** Looks for the cheapest position among these vehicles, without inserting. One that is unused costs what sending it out costs. */
  findAmong: (job: number, vehicles: readonly number[]) => Readonly<Position> | undefined
}

/** Greedy insertion of single jobs, with blinks, as in SISR (Christiaens and Vanden Berghe 2020). */
export function makeSingleInsertion(operands: Operands, shared: Shared): SingleInsertion {
  const { solution, state, journal, neighbors, random } = operands
  const { nearest, blinks, isNews, refusal } = shared
  const { problem, next, prev, routeOf, arc, delivered, used, spare } = solution
  const { jobCount, pointCount, point, types, typeOf, delivery, hasPickup, timed, earliest, latest, precedence } =
    problem
  const { departure, latestStart, rides } = state
  const { width, list } = neighbors
  const oneType = types.length === 1 && !problem.hasTrips
  const loops = makeLoops(problem, neighbors, nearest)
  const best: Position = { cost: Infinity, after: -1, vehicle: -1 }
  const admission = new RouteAdmission(solution, state, refusal)
  const { most, onlyLoadsMatter } = admission
  const near = makeNearWithRoom(solution, neighbors, admission, nearest)
  const trips = problem.hasTrips && makeTripPositions(operands, { nearest, blinks, admission, couldFit, best })

  return { place, placeAlone, find, findOn, findAmong, insertFound }

  function place(job: number, limit: number, patient: boolean) {
    if (find(job, limit, patient)) insertFound(job, journal)
  }

  function find(job: number, limit: number, patient: boolean): Position | undefined {
    begin(limit)
    if (!patient) {
      tryNearest(job)
      if (trips) trips.tryNearest(job)
    }
    // Nothing near is free: look everywhere, before another vehicle is sent out.
    if (best.after < 0) tryEverywhere(job)
    trySpareVehicles(job)
    return best.after < 0 ? undefined : best
  }

  /** One job alone rarely pays for a vehicle that several together would. */
  function placeAlone(job: number, limit: number) {
    begin(limit)
    const drawn = random.below(types.length)
    trySpareVehicle(job, drawn)
    if (trips) trips.tryOwnTrip(job)
    if (best.after < 0) {
      tryEverywhere(job)
      trySpareVehicles(job)
    }
    if (best.after >= 0) insertFound(job, journal)
  }

  function findOn(job: number, vehicle: number): boolean {
    begin(Infinity)
    tryRoute(job, vehicle)
    return best.after >= 0
  }

  function findAmong(job: number, vehicles: readonly number[]): Position | undefined {
    begin(Infinity)
    const tried = new Set<number>()
    for (const vehicle of vehicles) if (solution.size[vehicle] > 0) tryRoute(job, vehicle)
    for (const vehicle of vehicles) {
      const type = typeOf[vehicle]
      // The search cannot tell unused vehicles of one type apart.
      if (solution.size[vehicle] > 0 || tried.has(type)) continue
      tried.add(type)
      best.cost -= types[type].fixedCost
      tryRoute(job, vehicle)
      best.cost += types[type].fixedCost
    }
    return best.after < 0 ? undefined : { ...best }
  }

  function insertFound(job: number, through: Pick<Journal, 'insert'>) {
    through.insert(job, best.after, best.vehicle)
    state.inserted(job, best.vehicle)
  }

  function begin(limit: number) {
    admission.reset()
    best.cost = limit
    best.after = -1
  }

  /** The innermost loop of the search. It looks closely only at positions that would be the cheapest so far. */
  function tryNearest(job: number) {
    const jobRow = job * pointCount
    const firstNear = job * width
    const firstLoop = job * nearest
    const count = near.find(job)
    let type = types[0]
    let loop = loops[0]
    for (let i = 0; i < count; i++) {
      const k = near.found[i]
      const other = list[firstNear + k]
      const vehicle = routeOf[other]
      if (!oneType) {
        type = types[typeOf[vehicle]]
        if (type.reload) continue
        loop = loops[typeOf[vehicle]]
      }
      const behind = next[other]
      const ahead = prev[other]
      // The far side of a position is farther than this one, or was looked at from there, or is the depot.
      const least = loop[firstLoop + k] - best.cost
      const mayFollow = arc[other] > least || behind >= jobCount
      const mayPrecede = arc[ahead] > least || ahead >= jobCount
      if (!(mayFollow || mayPrecede) || !(onlyLoadsMatter || admission.accepts(vehicle, job))) continue
      const { costs, costsInto } = type
      if (mayFollow && (!timed || couldFit(job, other, behind))) {
        const cost = costsInto[jobRow + other] + costs[jobRow + point[behind]] - arc[other]
        if (cost < best.cost && !blinks()) tryPosition(job, other, vehicle, cost)
      }
      if (mayPrecede && (!timed || couldFit(job, ahead, other))) {
        const cost = costsInto[jobRow + point[ahead]] + costs[jobRow + other] - arc[ahead]
        if (cost < best.cost && !blinks()) tryPosition(job, ahead, vehicle, cost)
      }
    }
  }

  function tryEverywhere(job: number) {
    const load = most ? delivery[job] : 0
    for (let u = 0; u < used.length; u++) {
      const vehicle = used.items[u]
      if (most && delivered[vehicle] + load > most[vehicle]) continue
      if (isNews(vehicle, job)) tryRoute(job, vehicle)
    }
  }

  function tryRoute(job: number, vehicle: number) {
    if (!admission.accepts(vehicle, job)) return
    const row = job * pointCount
    const { costs, costsInto, reload } = types[typeOf[vehicle]]
    if (trips && reload) {
      trips.tryRoute(job, vehicle)
      return
    }
    for (let after = solution.startNode(vehicle); ; after = next[after]) {
      const before = next[after]
      if (!timed || couldFit(job, after, before)) {
        const cost = costsInto[row + point[after]] + costs[row + point[before]] - arc[after]
        if (cost < best.cost) tryPosition(job, after, vehicle, cost)
      } else if (departure[after] > latest[job]) break
      if (before >= jobCount) break
    }
  }

  function trySpareVehicles(job: number) {
    for (let t = 0; t < types.length; t++) trySpareVehicle(job, t)
  }

  /** Tries a vehicle of a type that has no jobs yet. */
  function trySpareVehicle(job: number, t: number) {
    const { serves, fixedCost, costs, costsInto, start, end } = types[t]
    if (spare[t].length === 0 || serves[job] === 0) return
    const cost = fixedCost + costsInto[job * pointCount + start] + costs[job * pointCount + end]
    if (cost >= best.cost) return
    const vehicle = spare[t].items[spare[t].length - 1]
    if (!refusal?.(vehicle, job)) tryPosition(job, solution.startNode(vehicle), vehicle, cost)
  }

  /** Rules most positions out before any travel time is known. */
  function couldFit(job: number, after: number, before: number): boolean {
    return departure[after] <= latest[job] && latestStart[before] >= earliest[job]
  }

  /** Takes a position that costs less than the best so far, if all constraints allow it. */
  function tryPosition(job: number, after: number, vehicle: number, cost: number) {
    if (timed && !state.fitsInTime(job, after, next[after], vehicle)) return
    if (hasPickup && !state.fitsInLoad(job, after, vehicle)) return
    if (precedence !== undefined && !state.keepsOrder(job, after, vehicle)) return
    const { limited, isJudged, isJudgedByRides } = types[typeOf[vehicle]]
    if (limited && !state.fitsInLength(job, after, next[after], vehicle)) return
    if (rides && !rides.mayFit(job, after, next[after], vehicle)) return
    if (isJudged && !(isJudgedByRides && rides!.isFree(job, vehicle))) {
      cost += state.extraWith(vehicle, { job, after }, best.cost - cost)
      if (cost >= best.cost) return
    }
    best.cost = cost
    best.after = after
    best.vehicle = vehicle
  }
}

/** The cost from each job to its nearest ones and back, by vehicle type: side by side, not spread over a matrix. */
function makeLoops({ types, jobCount, pointCount }: Problem, { width, list }: Neighbors, nearest: number) {
  const made = new Map<VehicleType['costs'], Float64Array>()
  return types.map(({ costs, costsInto, unitCosts }) => {
    // A fleet may have thousands of types that share one table of costs.
    let loops = made.get(costs)
    if (!loops) {
      loops = new Float64Array(jobCount * nearest)
      for (let job = 0; job < jobCount; job++) {
        for (let k = 0; k < nearest; k++) {
          const other = list[job * width + k]
          const arc = job * pointCount + other
          // The way on leads to another job, which may hand over nothing.
          loops[job * nearest + k] = costs[arc] + costsInto[arc] - (unitCosts?.[other] ?? 0)
        }
      }
      made.set(costs, loops)
    }
    return loops
  })
}
