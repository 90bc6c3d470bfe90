import { type Judge, makeJudge } from '../route/judge.ts'
import { Journal } from '../route/journal.ts'
import { makeRecreate } from '../search/ruin-recreate/recreate.ts'
import { Random } from '../math/random.ts'
import type { Problem, VehicleType } from '../model/problem.ts'
import { RouteState } from '../route/route-state.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { Solution } from '../route/solution.ts'

/** A problem without one of the constraints that are judged on the route as a whole. */
export type Waiver = {
  code: 'max_ride' | 'last_in_first_out' | 'urgent_first' | 'apart_on_board'
  judge: Judge
  /** A vehicle of the plan that has a place for a shipment then. */
  vehicleFor: (shipment: number) => number | undefined
}

/** The problem without each of these constraints that it has. */
export function waiversOf(problem: Problem, plan: Snapshot): Waiver[] {
  const without = (
    code: Waiver['code'],
    change: Partial<Problem>,
    ofType: (type: VehicleType) => Partial<VehicleType>,
  ) =>
    makeWaiver(
      code,
      { ...problem, ...change, types: problem.types.map((type) => ({ ...type, ...ofType(type) })) },
      plan,
    )
  const waivers: Waiver[] = []
  if (problem.hasRides)
    waivers.push(
      without('max_ride', { hasRides: false }, ({ maxRide }) => ({
        maxRide: maxRide.map(() => Infinity),
        isJudgedByRides: false,
      })),
    )
  if (problem.types.some(({ lastInFirstOut }) => lastInFirstOut))
    waivers.push(without('last_in_first_out', {}, () => ({ lastInFirstOut: false })))
  if (problem.types.some(({ urgentFirst }) => urgentFirst))
    waivers.push(without('urgent_first', {}, () => ({ urgentFirst: false })))
  const { groups } = problem
  if (groups && groups.aboard.length > 0)
    waivers.push(without('apart_on_board', { groups: { ...groups, aboard: [] } }, () => ({})))
  return waivers
}

function makeWaiver(code: Waiver['code'], problem: Problem, plan: Snapshot): Waiver {
  let find: ((shipment: number) => number | undefined) | undefined
  return {
    code,
    judge: makeJudge(problem),
    vehicleFor: (shipment) => (find ??= makeFinder(problem, plan))(shipment),
  }
}

function makeFinder(problem: Problem, plan: Snapshot) {
  const solution = new Solution(problem)
  const state = new RouteState(solution)
  plan.restore(solution, state)
  const journal = new Journal(solution, state)
  const neighbors = { width: 0, list: new Int32Array(0) }
  const recreate = makeRecreate({ solution, state, journal, neighbors, random: new Random(0) })
  return (shipment: number) => {
    journal.begin()
    for (let v = 0; v < problem.vehicleCount; v++) {
      recreate.onlyOn(shipment, v)
      if (solution.routeOf[shipment] < 0) continue
      journal.rollback()
      return v
    }
    return undefined
  }
}
