import { insertionPoints, readPlan } from './read-plan.ts'
import { Journal } from '../route/journal.ts'
import { toVroom } from '../output/output.ts'
import { prepare, type Prepared, withOrder } from './prepare.ts'
import { Random } from '../math/random.ts'
import { makeRecreate } from '../search/ruin-recreate/recreate.ts'
import { makeRepair } from './repair.ts'
import { RouteState } from '../route/route-state.ts'
import { Snapshot } from '../route/snapshot.ts'
import type { Solution } from '../route/solution.ts'
import { isShipment } from '../json/validate.ts'
import type { UnassignedReason, VroomInput, VroomJob, VroomOutput, VroomShipment } from '../json/vroom.ts'

export type InsertOptions = {
  /**
   * Whether other jobs may make room and follow suit: one may change its place or vehicle where the order fits nowhere
   * else, and those on the order's route may where that saves something.
   */
  repair?: boolean
}

/** A step that is reached at another time than before, or by another vehicle. */
export type Shift = {
  type: 'job' | 'pickup' | 'delivery'
  id: number
  vehicle: number
  /** Later than before, or earlier where below 0. */
  seconds: number
  /** The vehicle that had it before, where that is another one. */
  from?: number
}

/** What became of an order. */
export type Insertion = {
  plan: VroomOutput
  /** The vehicle that takes it; none when it fits nowhere. */
  vehicle?: number
  /** Its place among the jobs of the route, from 0: of a shipment both places. */
  positions: number[]
  /** What the routes cost more than before, in VROOM's units. */
  addedCost: number
  shifts: Shift[]
  /** Why it fits nowhere. */
  reason?: UnassignedReason
  /** The problem with the order in it, ready for the next one. */
  prepared: Prepared
}

/**
 * Puts one job or shipment into a running plan where it costs least. What the plan has stays on its vehicle and in its
 * order, locks are kept, and a route that is late already gets no later. Where the rest of its group is on the way and
 * has no room for it, it is left out alone. Throws a SolverInputError that names the
 * element when the problem, the plan or the order cannot be used.
 */
export function insert(
  problem: VroomInput | Prepared,
  plan: VroomOutput,
  order: VroomJob | VroomShipment,
  { repair = false }: InsertOptions = {},
): Insertion {
  const prepared = withOrder('tables' in problem ? problem : prepare(problem), order)
  const solution = readPlan(prepared, plan)
  const model = solution.problem
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  const nobody = { width: 0, list: new Int32Array(0) }
  const recreate = makeRecreate(solution, state, journal, nobody, new Random(0))
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
  const reason = next.unassigned.find(({ type, id }) => type === name.type && id === name.id)?.reason
  const vehicle = solution.routeOf[job]
  return {
    plan: next,
    ...(vehicle < 0 ? {} : { vehicle: model.input.vehicles[vehicle].id }),
    positions: vehicle < 0 ? [] : insertionPoints(solution, vehicle, job),
    addedCost: Math.round((drivingCost(solution) - before) / model.costScale),
    shifts: shiftsBetween(plan, next),
    ...(reason && { reason }),
    prepared,
  }
}

/** What the routes cost, without the prizes of what is left out. */
function drivingCost({ cost, absent, problem }: Solution): number {
  let sum = cost
  for (let i = 0; i < absent.length; i++) sum -= problem.prize[absent.items[i]]
  return sum
}

function shiftsBetween(before: VroomOutput, after: VroomOutput): Shift[] {
  const known = new Map<string, { vehicle: number; arrival: number }>()
  for (const { vehicle, steps } of before.routes)
    for (const { type, id, arrival } of steps) if (id !== undefined) known.set(`${type} ${id}`, { vehicle, arrival })
  const shifts: Shift[] = []
  for (const { vehicle, steps } of after.routes) {
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
