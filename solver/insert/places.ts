import { explainUnassigned } from '../explain/explain.ts'
import { drivingCost, shiftsBetween, type Insertion, type Shift } from './insert.ts'
import { insertionPoints, readPlan } from './read-plan.ts'
import { makeRefusal } from '../route/admission.ts'
import { makeJudge } from '../route/judge.ts'
import { Journal } from '../route/journal.ts'
import { toVroom, writeRoute } from '../output/output.ts'
import { prepare, type Prepared, withOrder } from './prepare.ts'
import { withoutTripLocks } from './past-trips.ts'
import { hasRoom, putBehind } from './put-behind.ts'
import { Random } from '../math/random.ts'
import { makeRecreate } from '../search/ruin-recreate/recreate.ts'
import { RouteState } from '../route/route-state.ts'
import { SolverInputError } from '../json/input-error.ts'
import { Snapshot } from '../route/snapshot.ts'
import type { Solution } from '../route/solution.ts'
import { isShipment } from '../json/is-shipment.ts'
import type { UnassignedReason, VroomInput, VroomJob, VroomOutput, VroomRoute, VroomShipment } from '../json/vroom.ts'

/** Where an order could go: the cheapest place on one route. */
export type InsertionPlace = {
  vehicle: number
  /** Its position among the jobs of the route, from 0; both positions of a shipment. */
  positions: number[]
  /** By how much the cost of the routes would grow, in VROOM's units. */
  addedCost: number
  /** The steps of the route that would be reached at another time. */
  shifts: Shift[]
  /** The route as it would be. */
  route: VroomRoute
}

/** The outcome of looking for places. */
export type InsertionPlaces = {
  /** The cheapest first; each on another route. */
  places: InsertionPlace[]
  /** Why it fits nowhere, if so. */
  reason?: UnassignedReason
  /** The problem including the order, ready for `insertAt`. */
  prepared: Prepared
}

/**
 * The cheapest places for one job or shipment in a running plan, one on each route, under the rules of `insert`:
 * everything else keeps its vehicle and its order. An unused vehicle of each kind is a place as well. Steps of a vehicle that reloads may
 * be locked here: nothing goes before what is done. While such a route is late, it is no place.
 */
export function insertionPlaces(
  problem: VroomInput | Prepared,
  plan: VroomOutput,
  order: VroomJob | VroomShipment,
  count = 3,
): InsertionPlaces {
  const open = openPast(problem)
  const prepared = withOrder(open.prepared, order)
  const closed = new Set<number>()
  const { solution, state, recreate, job } = begin(prepared, plan, order, closed)
  const { problem: model, used, spare, routeOf } = solution
  const found: { vehicle: number; jobs: number[]; positions: number[]; cost: number }[] = []
  const before = drivingCost(solution)
  const bundle = model.groups && model.groups.bundleOf[job] >= 0 ? model.groups.bundles[model.groups.bundleOf[job]] : []
  const ends = [job, model.pair[job]].filter((end) => end >= 0)
  // The rest of its group has no place either: alone it may not go.
  const isWaiting = bundle.some((other) => routeOf[other] < 0 && !ends.includes(other))
  const idle = spare.flatMap((set) => (set.length > 0 ? [set.items[set.length - 1]] : []))
  for (const vehicle of isWaiting ? [] : [...used.items.slice(0, used.length), ...idle]) {
    const { id } = model.input.vehicles[vehicle]
    if (closed.has(id)) continue
    const head = open.heads.get(id) ?? 0
    recreate.onlyOn(job, vehicle)
    if (routeOf[job] >= 0 && insertionPoints(solution, vehicle, job)[0] < head)
      putBehind(solution, state, vehicle, ends, head)
    if (routeOf[job] < 0) continue
    const cost = drivingCost(solution) - before
    const positions = insertionPoints(solution, vehicle, job)
    found.push({ vehicle, jobs: solution.jobsOf(vehicle), positions, cost })
    for (const end of ends) solution.remove(end)
    state.refresh(vehicle)
  }
  const judge = makeJudge(model)
  const cheapest = found.sort((a, b) => a.cost - b.cost || a.vehicle - b.vehicle).slice(0, count)
  const places = cheapest.map(({ vehicle, jobs, positions, cost }): InsertionPlace => {
    const { route } = writeRoute(model, judge, vehicle, jobs)
    const addedCost = Math.round(cost / model.costScale)
    return { vehicle: route.vehicle, positions, addedCost, shifts: shiftsBetween(plan, [route]), route }
  })
  if (places.length > 0) return { places, prepared }
  const { absent } = solution
  const { reason } = explainUnassigned(model, new Snapshot(solution), absent.length)(job)
  return { places, reason, prepared }
}

/**
 * Inserts an order at one of its `insertionPlaces`, or anywhere else where it fits. Throws a SolverInputError with the path
 * `place` where it does not fit.
 */
export function insertAt(
  problem: VroomInput | Prepared,
  plan: VroomOutput,
  order: VroomJob | VroomShipment,
  { vehicle: id, positions }: Pick<InsertionPlace, 'vehicle' | 'positions'>,
): Insertion {
  const prepared = withOrder('tables' in problem ? problem : prepare(problem), order)
  const { solution, state, job } = begin(prepared, plan, order)
  const { problem: model } = solution
  const vehicle = model.input.vehicles.findIndex((each) => each.id === id)
  if (vehicle < 0) throw new SolverInputError('place.vehicle', `there is no vehicle ${id}`)
  const ends = [job, model.pair[job]].filter((end) => end >= 0)
  const before = drivingCost(solution)
  const mayTake = isOpenTo(solution, vehicle, ends)
  if (positions.length !== ends.length) throw new SolverInputError('place.positions', `must be ${ends.length} numbers`)
  ends.forEach((end, i) => {
    const route = solution.jobsOf(vehicle)
    const at = positions[i]
    const follows = i === 0 || at > positions[i - 1]
    if (!Number.isInteger(at) || at < 0 || at > route.length || !follows)
      throw new SolverInputError('place.positions', `${at} is not a place on the route of vehicle ${id}`)
    solution.insert(end, at === 0 ? solution.startNode(vehicle) : route[at - 1], vehicle)
  })
  const head = model.locks?.routes[vehicle]?.head ?? 0
  if (!mayTake || positions[0] < head || !state.refresh(vehicle) || !hasRoom(solution, state, vehicle))
    throw new SolverInputError('place', `the order does not fit there on the route of vehicle ${id}`)
  const next = toVroom(model, new Snapshot(solution), { loading: 0, solving: 0 })
  return {
    plan: next,
    vehicle: id,
    positions: [...positions],
    addedCost: Math.round((drivingCost(solution) - before) / model.costScale),
    shifts: shiftsBetween(plan, next.routes),
    prepared,
  }
}

/** Whether a vehicle may take an order at all: by skills, number of jobs and rules. */
function isOpenTo(solution: Solution, vehicle: number, ends: readonly number[]): boolean {
  const { types, typeOf } = solution.problem
  const { serves, maxTasks } = types[typeOf[vehicle]]
  const isAble = ends.every((end) => serves[end] === 1) && solution.size[vehicle] + ends.length <= maxTasks
  return isAble && !makeRefusal(solution)?.(vehicle, ends[0])
}

const noHeads: ReadonlyMap<number, number> = new Map()

/** The problem made ready, with the number of stops on vehicles that reload which nothing may come before. */
export function openPast(problem: VroomInput | Prepared, ready: (problem: VroomInput) => Prepared = prepare) {
  if ('tables' in problem) return { prepared: problem, heads: noHeads }
  const { problem: given, heads } = withoutTripLocks(problem)
  return { prepared: ready(given), heads }
}

/** A plan that an order may be put into. Late routes of several trips are left out, and added to `closed`. */
export function begin(prepared: Prepared, plan: VroomOutput, order: VroomJob | VroomShipment, closed?: Set<number>) {
  const solution = readPlan(prepared, plan, closed)
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  journal.begin()
  const neighbors = { width: 0, list: new Int32Array(0) }
  const recreate = makeRecreate({ solution, state, journal, neighbors, random: new Random(0) })
  return { solution, state, recreate, job: solution.problem.jobCount - (isShipment(order) ? 2 : 1) }
}
