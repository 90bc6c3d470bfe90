import { drivable, withViolations } from './forgive-trips.ts'
import { fail } from '../json/fields.ts'
import { makeJudge } from '../route/judge.ts'
import { normalize } from '../json/normalize.ts'
import { writeRoute } from '../output/output.ts'
import type { Problem } from '../model/problem.ts'
import { readProblem } from '../route/read-problem.ts'
import { validateTableSize } from '../json/size.ts'
import { withoutTripLocks } from './past-trips.ts'
import { validate } from '../json/validate.ts'
import type { GroupRules, VroomInput, VroomJob, VroomRoute, VroomShipment, VroomVehicleStep } from '../json/vroom.ts'

/** The stops of a vehicle, in order. Done steps come first, with their lock and their times. */
export type GivenRoute = {
  vehicle: number
  steps: readonly VroomVehicleStep[]
}

/**
 * Times routes whose stops are given in order, and says what they break: the answer to a dispatcher who moves a stop by
 * hand. All constraints of `solve` apply; what the order breaks is in `violations`, as for locked steps. Only the jobs in
 * these steps are looked at, so a route takes milliseconds, however long the day is. Breaks and visits to depots
 * are taken where they fit best; `previous` has no effect. On a vehicle that reloads, limits on time give way first, then its
 * capacity; what is done begins when it did, or as soon as the vehicle can be there. Routes without stops are left out.
 */
export function timeRoutes(problem: VroomInput, routes: readonly GivenRoute[]): VroomRoute[] {
  const driven = routes.filter(({ steps }) => steps.some(isStop))
  const { problem: given } = withoutTripLocks(restrict(problem, driven))
  validate(given)
  validateTableSize(given)
  const model = readProblem(normalize(given))
  const judge = makeJudge(model)
  return driven.map(({ vehicle: id, steps }) => {
    const vehicle = given.vehicles.findIndex((each) => each.id === id)
    if (given.vehicles[vehicle].reload) return inTrips(model, vehicle, steps, problem)
    return writeRoute(model, judge, vehicle, model.locks!.routes[vehicle]!.jobs.slice()).route
  })
}

/** The problem with these routes alone, their steps locked to their places. */
function restrict(problem: VroomInput, routes: readonly GivenRoute[]): VroomInput {
  const { jobs = [], shipments = [], vehicles, previous: _, ...rest } = problem
  const known = new Set(vehicles.map(({ id }) => id))
  const byVehicle = new Map(routes.map(({ vehicle, steps }) => [vehicle, steps]))
  routes.forEach(({ vehicle }, r) => {
    if (!known.has(vehicle)) fail(`routes[${r}].vehicle`, `there is no vehicle ${vehicle}`)
  })
  const names = new Set(routes.flatMap(({ steps }) => steps.map(({ type, id }) => `${type} ${id}`)))
  // What is loaded waits for nothing.
  const loaded = new Set(
    routes.flatMap(({ steps }) =>
      steps.flatMap(({ type, id, lock }) => (type === 'job' && lock === 'loaded' ? [id] : [])),
    ),
  )
  const ownJobs = jobs.flatMap(({ release, ...job }): VroomJob[] => {
    if (!names.has(`job ${job.id}`)) return []
    return [release === undefined || loaded.has(job.id) ? job : { ...job, release }]
  })
  const ownShipments = shipments.filter(
    ({ pickup, delivery }) => names.has(`pickup ${pickup.id}`) || names.has(`delivery ${delivery.id}`),
  )
  const orders = new Set([
    ...ownJobs.map(({ id }) => `job ${id}`),
    ...ownShipments.map(({ pickup }) => `shipment ${pickup.id}`),
  ])
  const linked = <T extends VroomJob | VroomShipment>(order: T): T =>
    order.after ? { ...order, after: order.after.filter(({ type, id }) => orders.has(`${type} ${id}`)) } : order
  const fleet = vehicles.map(({ steps: __, ...vehicle }) => {
    const steps = byVehicle.get(vehicle.id)?.filter(isStop)
    if (!steps) return vehicle
    return { ...vehicle, steps: steps.map(atItsPlace) }
  })
  const groups = rest.groups && groupsOf(rest.groups, [...ownJobs, ...ownShipments])
  return {
    ...rest,
    jobs: ownJobs.map(linked),
    ...(ownShipments.length > 0 && { shipments: ownShipments.map(linked) }),
    vehicles: fleet.filter(({ id }) => byVehicle.has(id)),
    ...(groups && { groups }),
  }
}

function isStop({ type }: VroomVehicleStep): boolean {
  return type === 'job' || type === 'pickup' || type === 'delivery'
}

function atItsPlace({ type, id, lock, arrival, departure }: VroomVehicleStep): VroomVehicleStep {
  if (lock !== 'done') return { type, id: id!, lock: 'position' }
  return {
    type,
    id: id!,
    lock,
    ...(arrival !== undefined && { arrival }),
    ...(departure !== undefined && { departure }),
  }
}

/** The rules on groups that these orders still have. */
function groupsOf(
  { apart = [], apart_on_board = [], together = [] }: GroupRules,
  orders: (VroomJob | VroomShipment)[],
): GroupRules {
  const carried = new Set(orders.flatMap(({ groups }) => groups ?? []))
  const has = (name: string) => carried.has(name)
  const several = (lists: string[][]) => lists.map((names) => names.filter(has)).filter(({ length }) => length > 1)
  return {
    apart: several(apart),
    apart_on_board: several(apart_on_board),
    together: together.filter(has),
  }
}

/** A route that may return to depots, with what it breaks. */
function inTrips(problem: Problem, vehicle: number, steps: readonly VroomVehicleStep[], given: VroomInput) {
  const numbers = new Map(problem.jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const jobs = steps.filter(isStop).map(({ type, id }) => numbers.get(`${type} ${id}`)!)
  const { id } = problem.input.vehicles[vehicle]
  const way = drivable(problem, vehicle, jobs)
  if (!way) fail(`routes of vehicle ${id}`, 'cannot be driven in this order')
  const urgencies = urgenciesOf(given)
  const { route } = writeRoute(way.model, way.judge, vehicle, jobs)
  return withViolations(
    problem,
    given.vehicles.find((each) => each.id === id)!,
    jobs,
    route,
    steps,
    ({ type, id }) => urgencies.get(`${type} ${id}`) ?? 0,
  )
}

/** By step, how urgent it was given; what is done counts as most urgent where routes are driven. */
function urgenciesOf({ jobs = [], shipments = [] }: VroomInput): Map<string, number> {
  return new Map([
    ...jobs.map(({ id, urgency = 0 }) => [`job ${id}`, urgency] as const),
    ...shipments.flatMap(({ pickup, delivery, urgency = 0 }) => [
      [`pickup ${pickup.id}`, urgency] as const,
      [`delivery ${delivery.id}`, urgency] as const,
    ]),
  ])
}
