import { drivingCost } from './insert.ts'
import type { GivenRoute } from './time-routes.ts'
import { insertionPoints, readPlan } from './read-plan.ts'
import { Journal } from '../route/journal.ts'
import { makeRecreate } from '../search/ruin-recreate/recreate.ts'
import { prepare, type Prepared } from './prepare.ts'
import { putBehind } from './put-behind.ts'
import { withoutTripLocks } from './past-trips.ts'
import { Random } from '../math/random.ts'
import { RouteState } from '../route/route-state.ts'
import type { Solution } from '../route/solution.ts'
import type { VroomInput, VroomOutput, VroomVehicleStep } from '../json/vroom.ts'

/** A job, or the pickup of a shipment, which stands for both of its ends. */
export type DroppedOrder = { type: 'job' | 'pickup'; id: number }

/** Where orders cost least on one route: the route with them, and by how much its cost grows, in VROOM's units. */
export type DropPlace = { vehicle: number; steps: VroomVehicleStep[]; addedCost: number }

/** Finds the places of orders that were taken off their routes. `only` is the vehicles to look at, all by default. */
export type FindPlaces = (
  routes: readonly GivenRoute[],
  orders: readonly DroppedOrder[],
  only?: ReadonlySet<number>,
) => DropPlace[]

/**
 * Looks for the cheapest places of orders of the problem, on each vehicle: one order after the other where it costs least,
 * under the rules of `insertionPlaces`. A vehicle on which one of them has no place is left out. What is done is locked.
 */
export function makeFinder(problem: VroomInput): FindPlaces {
  let last: { key: string; prepared: Prepared; heads: ReadonlyMap<number, number> } | undefined
  /** Travel tables take a while, so they are kept until something else is done. */
  const opened = (routes: readonly GivenRoute[]) => {
    const done = new Map(routes.map(({ vehicle, steps }) => [vehicle, steps.filter(({ lock }) => lock === 'done')]))
    const key = JSON.stringify([...done])
    if (last?.key === key) return last
    const vehicles = problem.vehicles.map(({ steps: _, ...vehicle }) => {
      const steps = done.get(vehicle.id) ?? []
      return steps.length > 0 ? { ...vehicle, steps } : vehicle
    })
    const open = withoutTripLocks({ ...problem, vehicles })
    last = { key, prepared: prepare(open.problem), heads: open.heads }
    return last
  }

  return (routes, orders, only) => {
    const { prepared, heads } = opened(routes)
    const closed = new Set<number>()
    const solution = readPlan(prepared, withoutOrders(prepared, routes, orders), closed)
    const { problem: model } = solution
    const numbers = new Map(model.jobList.map(({ type, id }, job) => [`${type} ${id}`, job]))
    const jobs = orders.map(({ type, id }) => numbers.get(`${type} ${id}`)!)
    const state = new RouteState(solution)
    const journal = new Journal(solution, state)
    journal.begin()
    const neighbors = { width: 0, list: new Int32Array(0) }
    const recreate = makeRecreate({ solution, state, journal, neighbors, random: new Random(0) })
    const ends = new Set(jobs.flatMap((job) => endsOf(solution, job)))
    // The rest of its group is on no route: alone it may not go.
    if (jobs.some((job) => bundleOf(solution, job).some((other) => solution.routeOf[other] < 0 && !ends.has(other))))
      return []
    const locks = new Map(routes.flatMap(({ steps }) => steps.map((step) => [`${step.type} ${step.id}`, step])))
    const before = drivingCost(solution)

    const places = model.input.vehicles.flatMap(({ id }, vehicle): DropPlace[] => {
      if (closed.has(id) || (only && !only.has(id))) return []
      const fits = jobs.every((job) => {
        recreate.onlyOn(job, vehicle)
        const head = heads.get(id) ?? 0
        if (solution.routeOf[job] >= 0 && insertionPoints(solution, vehicle, job)[0] < head)
          putBehind(solution, state, vehicle, endsOf(solution, job), head)
        return solution.routeOf[job] >= 0
      })
      const addedCost = Math.round((drivingCost(solution) - before) / model.costScale)
      const steps = solution.jobsOf(vehicle).map((job) => {
        const { type, id: number } = model.jobList[job]
        return locks.get(`${type} ${number}`) ?? { type, id: number }
      })
      for (const job of jobs.filter((each) => solution.routeOf[each] >= 0))
        for (const end of endsOf(solution, job)) solution.remove(end)
      state.refresh(vehicle)
      return fits ? [{ vehicle: id, steps, addedCost }] : []
    })
    return places.sort((a, b) => a.addedCost - b.addedCost || a.vehicle - b.vehicle)
  }
}

function bundleOf({ problem: { groups } }: Solution, job: number): readonly number[] {
  return groups && groups.bundleOf[job] >= 0 ? groups.bundles[groups.bundleOf[job]] : []
}

const endsOf = ({ problem }: Solution, job: number) => [job, problem.pair[job]].filter((end) => end >= 0)

/** The routes as a plan, without these orders. */
function withoutOrders({ jobList }: Prepared, routes: readonly GivenRoute[], orders: readonly DroppedOrder[]) {
  const gone = new Set(orders.map(({ type, id }) => `${type} ${id}`))
  jobList.forEach(({ type, id, pair }) => {
    const first = pair === undefined ? undefined : jobList[pair]
    if (type === 'delivery' && first && gone.has(`pickup ${first.id}`)) gone.add(`delivery ${id}`)
  })
  const kept = routes.map(({ vehicle, steps }) => ({
    vehicle,
    steps: steps.filter(({ type, id }) => !gone.has(`${type} ${id}`)).map((step) => ({ ...step, arrival: 0 })),
  }))
  return { unassigned: [], routes: kept } as unknown as VroomOutput
}
