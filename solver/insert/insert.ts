import { anotherIsPlanned } from '../explain/explain.ts'
import { insertionPoints, readPlan } from './read-plan.ts'
import { countsElsewhere } from '../model/choices.ts'
import { Journal } from '../route/journal.ts'
import { toVroom } from '../output/output.ts'
import { prepare, type Prepared, withOrder } from './prepare.ts'
import { Random } from '../math/random.ts'
import { makeRecreate } from '../search/ruin-recreate/recreate.ts'
import { makeRepair } from './repair.ts'
import { RouteState } from '../route/route-state.ts'
import { Snapshot } from '../route/snapshot.ts'
import type { Solution } from '../route/solution.ts'
import { isShipment } from '../json/is-shipment.ts'
import type { UnassignedReason, VroomInput, VroomJob, VroomOutput, VroomRoute, VroomShipment } from '../json/vroom.ts'

export type InsertOptions = {
  /**
   * Whether other jobs may move: one may change position or vehicle if the order fits nowhere else, and those on the
   * order's route may settle into better positions.
   */
  repair?: boolean
}

/** A step that is now reached at another time, or by another vehicle. */
export type Shift = {
  type: 'job' | 'pickup' | 'delivery'
  id: number
  vehicle: number
  /** Later than before, or earlier if negative. */
  seconds: number
  /** The vehicle that had it before, if it changed. */
  from?: number
}

/** The outcome of inserting an order. */
export type Insertion = {
  plan: VroomOutput
  /** The vehicle that takes it; missing if it fits nowhere. */
  vehicle?: number
  /** Its position among the jobs of the route, from 0; both positions of a shipment. */
  positions: number[]
  /** By how much the cost of the routes grew, in VROOM's units. */
  addedCost: number
  shifts: Shift[]
  /** Why it fits nowhere, if so. */
  reason?: UnassignedReason
  /** The problem including the order, ready for the next one. */
  prepared: Prepared
}

/**
 * Inserts one job or shipment into a running plan where it costs least. Everything else keeps its vehicle and its
 * order, locks hold, and a route that is already late gets no later. If the rest of its group is on the way and has
 * no room, the order is left out alone. Throws a SolverInputError that names the invalid element of the problem, the
 * plan or the order.
 */
export function insert(
  problem: VroomInput | Prepared,
  plan: VroomOutput,
  order: VroomJob | VroomShipment,
  { repair = false }: InsertOptions = {},
): Insertion {
  const prepared = withOrder('tables' in problem ? problem : prepare(problem, order), order)
  const solution = readPlan(prepared, plan)
  const model = solution.problem
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  const neighbors = { width: 0, list: new Int32Array(0) }
  const recreate = makeRecreate({ solution, state, journal, neighbors, random: new Random(0) })
  const job = model.jobCount - (isShipment(order) ? 2 : 1)
  const before = drivingCost(solution)

  journal.begin()
  recreate.only(job)
  if (repair) {
    const mend = makeRepair(solution, state, journal, recreate)
    if (solution.routeOf[job] < 0) mend.makeRoom(job)
    if (solution.routeOf[job] >= 0) mend.settle(solution.routeOf[job])
  }
  const next = toVroom(model, new Snapshot(solution), { loading: 0, solving: 0 })
  const name = isShipment(order) ? { type: 'pickup', id: order.pickup.id } : { type: 'job', id: order.id }
  const vehicle = solution.routeOf[job]
  const told = next.unassigned.find(({ type, id }) => type === name.type && id === name.id)?.reason
  const reason = vehicle < 0 ? (told ?? anotherIsPlanned) : undefined
  return {
    plan: next,
    ...(vehicle < 0 ? {} : { vehicle: model.input.vehicles[vehicle].id }),
    positions: vehicle < 0 ? [] : insertionPoints(solution, vehicle, job),
    addedCost: Math.round((drivingCost(solution) - before) / model.costScale),
    shifts: shiftsBetween(plan, next.routes),
    ...(reason && { reason }),
    prepared,
  }
}

/**
 * Inserts one of several orders of which one is enough: the one that costs least. Where none fits, `reasons` say why of each. Their
 * group in `groups.one_of` may have been named before.
 */
export function insertOneOf(
  problem: VroomInput | Prepared,
  plan: VroomOutput,
  orders: readonly (VroomJob | VroomShipment)[],
  options: InsertOptions = {},
): Insertion & { chosen: number; reasons: UnassignedReason[] } {
  const prepared = 'tables' in problem ? problem : prepare(problem, orders[0])
  const tried = orders.map((order, chosen) => ({ ...insert(prepared, plan, order, options), chosen }))
  const fitting = tried.filter(({ vehicle }) => vehicle !== undefined)
  const best = fitting.toSorted((a, b) => a.addedCost - b.addedCost)[0] ?? tried[0]
  return { ...best, reasons: fitting.length > 0 ? [] : tried.flatMap(({ reason }) => reason ?? []) }
}

/** The cost of the routes, without missed prizes. */
export function drivingCost({ cost, absent, problem }: Solution): number {
  let sum = cost
  for (let i = 0; i < absent.length; i++)
    if (!countsElsewhere(problem.groups?.choices, absent.items[i])) sum -= problem.prize[absent.items[i]]
  return sum
}

/** The steps that are reached at another time or by another vehicle on these routes than in the plan before. */
export function shiftsBetween(before: VroomOutput, routes: readonly VroomRoute[]): Shift[] {
  const known = new Map<string, { vehicle: number; arrival: number }>()
  for (const { vehicle, steps } of before.routes)
    for (const { type, id, arrival } of steps) if (id !== undefined) known.set(`${type} ${id}`, { vehicle, arrival })
  const shifts: Shift[] = []
  for (const { vehicle, steps } of routes) {
    for (const { type, id, arrival } of steps) {
      if (type !== 'job' && type !== 'pickup' && type !== 'delivery') continue
      const old = known.get(`${type} ${id}`)
      if (!old || (old.vehicle === vehicle && old.arrival === arrival)) continue
      const from = old.vehicle === vehicle ? {} : { from: old.vehicle }
      shifts.push({ type, id: id!, vehicle, seconds: arrival - old.arrival, ...from })
    }
  }
  return shifts
}
