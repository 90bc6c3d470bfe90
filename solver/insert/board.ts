import { readPlan } from './read-plan.ts'
import { Journal } from '../route/journal.ts'
import { moveToDistrict } from '../model/districts.ts'
import { jobOf, workAt } from '../model/jobs.ts'
import { makeRecreate } from '../search/ruin-recreate/recreate.ts'
import { openPast } from './places.ts'
import { type Prepared, prepareRoutes, withOrder } from './prepare.ts'
import { Random } from '../math/random.ts'
import { RouteState } from '../route/route-state.ts'
import type { Solution } from '../route/solution.ts'
import type { TimeWindow, VroomInput, VroomJob, VroomOutput } from '../json/vroom.ts'

/** A route of a board: what it visits, in order. */
export type BoardRoute = { vehicle: number; steps: { type: 'job' | 'pickup' | 'delivery'; id: number }[] }

/** What a board is asked about: a place, an amount and the work there. */
export type BoardOrder = Pick<
  VroomJob,
  | 'location'
  | 'location_index'
  | 'service'
  | 'service_per_type'
  | 'setup'
  | 'setup_per_type'
  | 'delivery'
  | 'pickup'
  | 'district'
  | 'urgency'
>

/** One job, asked about in several windows. */
export type BoardQuestion = {
  order: BoardOrder
  /** In seconds, as in the problem. */
  windows: readonly TimeWindow[]
  /** The vehicles that may take it. */
  vehicles: ReadonlySet<number>
  /** How near other stops count as near. */
  nearMeters: number
}

/** The cheapest place of a job in one window. */
export type BoardPlace = {
  vehicle: number
  /** By how much the cost of the routes would grow, in VROOM's units. */
  addedCost: number
  /** By how many seconds of driving. */
  addedSeconds: number
  /** How many stops of the route are near, within the same window. */
  near: number
}

/** A plan kept ready for questions about one more job. */
export type Board = {
  /** What the problem has and no route has room for: jobs, and pickups of shipments. */
  leftOut: { type: 'job' | 'pickup'; id: number }[]
  routes: BoardRoute[]
  /** The cheapest place in each window, or undefined where it cannot be kept. The plan stays as it is. */
  ask: (question: BoardQuestion) => (BoardPlace | undefined)[]
}

/**
 * Opens a plan for many questions where one more job would fit, as `insertionPlaces` answers them: everything else keeps its
 * vehicle and its order, and stays in time. Jobs that the routes lack are put where they cost least first. Vehicles that have
 * begun take nothing more, since goods of a depot cannot follow them.
 *
 * A question costs one row of the travel tables and a look at each position, unless the problem has hourly speeds or shared work
 * at an address, where tables are made anew.
 * Throws a SolverInputError that names the invalid element of the problem or the plan.
 */
export function openBoard(given: VroomInput, routes: readonly BoardRoute[]): Board {
  const { prepared, heads } = openPast(given, (problem) => prepareRoutes(problem, routes))
  const begun = new Set([
    ...heads.keys(),
    ...given.vehicles.flatMap(({ id, steps }) => (steps?.some(({ lock }) => lock === 'done') ? [id] : [])),
  ])
  const first = given.vehicles[0]
  const location = first.start ?? first.end
  const index = first.start_index ?? first.end_index ?? 0
  const place = given.matrices
    ? { location_index: index, ...(location && { location }) }
    : { location: location ?? [0, 0] }
  const amounts = first.capacity ? { delivery: first.capacity.map(() => 0) } : {}
  const probe: VroomJob = { id: freeId(given), ...place, ...amounts, time_windows: [[0, 1]] }
  let opened = open(prepared, routes, probe, begun)
  const leftOut = fillIn(opened)
  const kept = routesOf(opened.solution)

  return {
    leftOut,
    routes: kept,
    ask({ order, windows, vehicles, nearMeters }) {
      const job = { ...order, id: probe.id, time_windows: probe.time_windows! }
      if (!opened.moveTo(job)) opened = open(prepared, kept, job, begun)
      const { open: vehiclesNow, solution } = opened
      const among = vehiclesNow.filter((vehicle) => vehicles.has(solution.problem.input.vehicles[vehicle].id))
      return windows.map((window) => opened.find(window, among, nearMeters))
    },
  }
}

type Opened = ReturnType<typeof open>

function open(prepared: Prepared, routes: readonly BoardRoute[], probe: VroomJob, begun: ReadonlySet<number>) {
  const closed = new Set<number>()
  const plan = { unassigned: [], routes: routes.map(timeless) } as unknown as VroomOutput
  const whole = withOrder(prepared, probe)
  const solution = readPlan(whole, plan, closed)
  const { problem } = solution
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  journal.begin()
  const neighbors = { width: 0, list: new Int32Array(0) }
  const recreate = makeRecreate({ solution, state, journal, neighbors, random: new Random(0) })
  const job = problem.jobCount - 1
  const mayTake = problem.types.map(({ serves }) => serves[job])
  const vehicles = problem.input.vehicles.flatMap(({ id }, v) => (closed.has(id) || begun.has(id) ? [] : [v]))

  return { solution, state, recreate, job, open: vehicles, moveTo, find }

  /** Gives the job another place, amount and work; false if the tables have to be made anew for it. */
  function moveTo(order: VroomJob): boolean {
    const next = jobOf(order)
    const { delivery, pickup, dimensions, input, types } = problem
    if (order.pickup?.some((amount) => amount > 0) && !problem.hasPickup) return false
    const isFirstUrgent = Boolean(order.urgency) && !problem.urgency.some((urgency) => urgency > 0)
    if (isFirstUrgent && input.vehicles.some(({ urgent_first }) => urgent_first)) return false
    if (!moveToDistrict(problem, job, order.district) || !whole.tables.place(job, next)) return false
    state.compactness?.forgetAnswers()
    problem.urgency[job] = order.urgency ?? 0
    for (let d = 0; d < dimensions; d++) {
      delivery[job * dimensions + d] = order.delivery?.[d] ?? 0
      pickup[job * dimensions + d] = order.pickup?.[d] ?? 0
    }
    types.forEach((type, t) => {
      const { type: name } = input.vehicles[type.vehicles[0]]
      type.service[job] = type.fullService[job] = workAt(next, 'service', name)
      type.setup[job] = type.fullSetup[job] = workAt(next, 'setup', name)
      const fits = (amounts: number[] = []) => amounts.every((amount, d) => amount <= type.capacity[d])
      type.serves[job] = fits(order.delivery) && fits(order.pickup) ? mayTake[t] : 0
    })
    return true
  }

  function find([from, to]: TimeWindow, among: readonly number[], nearMeters: number): BoardPlace | undefined {
    const { earliest, latest, windowFrom, windowTo, windowStart, types, typeOf, point, pointCount } = problem
    earliest[job] = windowFrom[windowStart[job]] = from
    latest[job] = windowTo[windowStart[job]] = to
    const found = recreate.findAmong(job, among)
    if (!found) return undefined
    const { vehicle, after, cost } = found
    const { plainDurations: seconds } = types[typeOf[vehicle]]
    const [a, b] = [point[after], point[solution.next[after]]]
    const direct = solution.size[vehicle] > 0 ? seconds[a * pointCount + b] : 0
    return {
      vehicle: problem.input.vehicles[vehicle].id,
      addedCost: Math.round(cost / problem.costScale),
      addedSeconds: seconds[a * pointCount + job] + seconds[job * pointCount + b] - direct,
      near: countNear(vehicle, [from, to], nearMeters),
    }
  }

  function countNear(vehicle: number, [from, to]: TimeWindow, most: number): number {
    const profile = problem.input.vehicles[vehicle].profile ?? 'car'
    return solution.jobsOf(vehicle).filter((other) => {
      const isThen = state.departure[other] >= from && state.departure[other] <= to
      return isThen && (problem.travel.meters(profile, other, job) ?? Infinity) <= most
    }).length
  }
}

/** Puts what is on no route where it costs least, in the order of the problem. Returns what fits nowhere. */
function fillIn({ solution, state, recreate, job: probe, open: vehicles }: Opened): Board['leftOut'] {
  const { jobCount, jobList, pair, point, groups } = solution.problem
  const leftOut: Board['leftOut'] = []
  for (let job = 0; job < jobCount; job++) {
    if (job === probe || !solution.absent.has(job) || (pair[job] >= 0 && pair[job] < job)) continue
    const bundle = groups?.bundleOf[job] ?? -1
    const list = groups?.choices?.listOf[job] ?? -1
    // Jobs of a shipment or bundle are placed together; a shipment may join a route that has begun, since it brings its goods.
    const isPlacedWithOthers = pair[job] >= 0 || bundle >= 0
    if (isPlacedWithOthers) recreate.only(job)
    else {
      // Of several jobs of which one is enough, the cheapest.
      const [cheapest] = (list < 0 ? [job] : groups!.choices!.lists[list])
        .flatMap((one) => {
          const found = pair[one] < 0 ? recreate.findAmong(one, vehicles) : undefined
          return found ? [{ one, ...found }] : []
        })
        .sort((a, b) => a.cost - b.cost)
      if (cheapest) {
        solution.insert(cheapest.one, cheapest.after, cheapest.vehicle)
        state.refresh(cheapest.vehicle)
      }
    }
    const { type, id } = jobList[point[job]]
    if (solution.absent.has(job)) leftOut.push({ type: type as 'job' | 'pickup', id })
  }
  return leftOut
}

function routesOf(solution: Solution): BoardRoute[] {
  const { input, jobList } = solution.problem
  return input.vehicles.flatMap(({ id: vehicle }, v) => {
    const steps = solution.jobsOf(v).map((job) => ({ type: jobList[job].type, id: jobList[job].id }))
    return steps.length > 0 ? [{ vehicle, steps }] : []
  })
}

/** A route as the output of a search has it. Arrivals are only compared with, which nobody does here. */
const timeless = ({ vehicle, steps }: BoardRoute) => ({
  vehicle,
  steps: steps.map((step) => ({ ...step, arrival: 0 })),
})

function freeId({ jobs = [], shipments = [] }: VroomInput): number {
  const ids = [...jobs.map(({ id }) => id), ...shipments.flatMap(({ pickup, delivery }) => [pickup.id, delivery.id])]
  return ids.reduce((most, id) => Math.max(most, id), 0) + 1
}
