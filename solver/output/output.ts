import { markSettled } from '../model/choices.ts'
import { routeCost } from '../model/route-cost.ts'
import { explainUnassigned } from '../explain/explain.ts'
import { type Judge, makeJudge } from '../route/judge.ts'
import { lockViolations, routeViolations } from './lock-violations.ts'
import { isMoved } from '../model/previous.ts'
import type { Problem } from '../model/problem.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { sumAmounts, summaryOf } from './summary.ts'
import type { Job } from '../model/jobs.ts'
import { onBoard } from '../route/trips/trips.ts'
import { timetable } from '../route/timing/timetable.ts'
import { costShares, earlyOrLate, type Times } from './cost-shares.ts'
import { summed } from './violations.ts'
import type { VroomJob, VroomOutput, VroomRoute, VroomStep, VroomVehicle } from '../json/vroom.ts'

/**
 * Writes a plan as VROOM's JSON. Once `isLate`, unassigned jobs are explained without trying every position, and
 * without fixes.
 */
export function toVroom(
  problem: Problem,
  plan: Snapshot,
  computing: { loading: number; solving: number },
  isLate = () => false,
): VroomOutput {
  const { jobList, vehicleCount, jobCount } = problem
  const judge = makeJudge(problem)
  const routes: VroomRoute[] = []
  const planned = new Uint8Array(jobCount)
  let scaledCost = 0
  let moved = 0
  const times: Times[] = []
  for (let v = 0; v < vehicleCount; v++) {
    const jobs = plan.route(v)
    if (jobs.length === 0) continue
    for (const job of jobs) {
      planned[job] = 1
      if (problem.previous && isMoved(problem.previous, job, v)) moved++
    }
    const { route, cost, driven } = writeRoute(problem, judge, v, jobs)
    scaledCost += cost
    times.push(driven)
    routes.push(route)
  }
  markSettled(problem.groups?.choices, planned)
  const left = planned.reduce((count, isPlanned) => count - isPlanned, jobCount)
  const explain = left > 0 ? explainUnassigned(problem, plan, left, isLate) : undefined
  const unassigned = jobList.flatMap((job, j) =>
    planned[j] === 1 ? [] : [{ id: job.id, type: job.type, ...placeOf(job), ...explain!(j) }],
  )
  const own = { scaledCost, shares: costShares(problem, times), computing, ...(problem.previous && { moved }) }
  return { code: 0, summary: summaryOf(problem, routes, planned, own), unassigned, routes }
}

/** One route as VROOM's JSON, with its cost in search units and its times. */
export function writeRoute(problem: Problem, judge: Judge, vehicle: number, jobs: number[]) {
  const cost = routeCost(problem, vehicle, jobs) + judge(vehicle, jobs)
  const driven = { vehicle, jobs, times: timetable(problem, vehicle, jobs) }
  return { route: toRoute(problem, driven, cost), cost, driven }
}

function toRoute(problem: Problem, { vehicle: v, jobs, times }: Times, scaledCost: number): VroomRoute {
  const { input, jobList, travel, point, jobCount } = problem
  const vehicle = input.vehicles[v]
  const broken = lockViolations(problem, v, jobs, times)
  const delivery = sumAmounts(
    problem,
    jobs.map((j) => unloaded(jobList[j])),
  )
  const pickup = sumAmounts(
    problem,
    jobs.map((j) => (jobList[j].type === 'delivery' ? [] : (jobList[j].pickup ?? []))),
  )
  const loadedFor = (from: number, to: number) => {
    const loaded = jobs.slice(from, to).map((j) => jobList[j].delivery ?? [])
    return sumAmounts(problem, [onBoard(problem, jobs, from), ...loaded])
  }
  let load = loadedFor(0, times.reloads[0]?.trip.from ?? jobs.length)
  const steps: VroomStep[] = []
  let duration = 0
  let distance: number | undefined = 0
  let from = point[jobCount + 2 * v]
  const advance = (to: number, seconds: number) => {
    duration += seconds
    const meters = travel.meters(vehicle.profile ?? 'car', from, to)
    distance = distance === undefined || meters === undefined ? undefined : distance + meters
    from = to
  }
  const reached = () => ({ duration, ...(distance === undefined ? {} : { distance }), load: [...load] })
  const idle = { setup: 0, service: 0, waiting_time: 0 }

  if (hasStart(vehicle)) {
    const at = placeOf({ location: vehicle.start, location_index: vehicle.start_index })
    advance(from, 0)
    steps.push({ type: 'start', ...at, arrival: times.departure, ...idle, ...reached(), violations: broken.start })
  }
  const pause = (before: number) => {
    for (const { taken, arrival, waiting } of times.pauses.filter((each) => each.before === before)) {
      const { id, description, service: rest = 0 } = taken
      const said = description === undefined ? {} : { description }
      steps.push({
        type: 'break',
        id,
        ...said,
        arrival,
        setup: 0,
        service: rest,
        waiting_time: waiting,
        ...reached(),
        violations: [],
      })
    }
  }
  const reload = (before: number) => {
    const visit = times.reloads.find(({ trip }) => trip.from === before)
    if (!visit) return
    const { trip, leg, arrival, waiting, service } = visit
    advance(trip.depot, leg)
    load = loadedFor(trip.from, trip.to)
    const at = placeOf(depotOf(vehicle, travel.reloadPoints[v].indexOf(trip.depot)))
    steps.push({
      type: 'reload',
      ...at,
      arrival,
      setup: 0,
      service,
      waiting_time: waiting,
      ...reached(),
      violations: [],
    })
  }
  jobs.forEach((j, i) => {
    const job = jobList[j]
    pause(i)
    reload(i)
    advance(j, times.legs[i])
    job.delivery?.forEach((amount, d) => (load[d] -= amount))
    job.pickup?.forEach((amount, d) => (load[d] += amount))
    steps.push({
      type: job.type,
      id: job.id,
      ...placeOf(job),
      arrival: times.arrivals[i],
      setup: times.setups[i],
      service: times.services[i],
      waiting_time: times.waitings[i],
      ...earlyOrLate(problem, j, times.arrivals[i] + times.waitings[i]),
      ...reached(),
      violations: broken.steps[i],
    })
  })
  pause(jobs.length)
  advance(point[jobCount + 2 * v + 1], times.legs[jobs.length])
  if (hasEnd(vehicle)) {
    const at = placeOf({ location: vehicle.end, location_index: vehicle.end_index })
    steps.push({ type: 'end', ...at, arrival: times.finish, ...idle, ...reached(), violations: broken.end })
  }
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const visits = times.reloads
  return {
    vehicle: vehicle.id,
    ...(vehicle.description === undefined ? {} : { description: vehicle.description }),
    cost: Math.round(scaledCost / problem.costScale),
    setup: sum(times.setups),
    service: sum([
      ...times.services,
      ...times.pauses.map(({ taken }) => taken.service ?? 0),
      ...visits.map((visit) => visit.service),
    ]),
    duration,
    waiting_time: sum([
      ...times.waitings,
      ...times.pauses.map(({ waiting }) => waiting),
      ...visits.map(({ waiting }) => waiting),
    ]),
    ...costShares(problem, [{ vehicle: v, jobs, times }]),
    priority: sum(jobs.map((j) => jobList[j].priority ?? 0)),
    ...(distance === undefined ? {} : { distance }),
    delivery,
    pickup,
    steps,
    violations: summed([
      ...broken.start,
      ...broken.steps.flat(),
      ...broken.end,
      ...routeViolations(problem, v, jobs, times, duration, distance),
    ]),
  }
}

/** The depot at this index of a vehicle's `reload`; its start if it lists none. */
function depotOf({ reload, start, start_index }: VroomVehicle, index: number): Partial<VroomJob> {
  return reload!.depots?.[index] ?? { location: start, location_index: start_index }
}

/** Whether the vehicle has a start. */
export function hasStart(vehicle: VroomVehicle): boolean {
  return vehicle.start !== undefined || vehicle.start_index !== undefined
}

/** Whether the vehicle has an end. */
export function hasEnd(vehicle: VroomVehicle): boolean {
  return vehicle.end !== undefined || vehicle.end_index !== undefined
}

/** What is unloaded at a job. */
export function unloaded({ type, delivery, pickup }: Job): number[] {
  if (type !== 'delivery') return delivery ?? []
  return (pickup ?? []).map((amount) => -amount)
}

/** The description and the place of an element, if given. */
export function placeOf({ description, location, location_index }: Partial<VroomJob>) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(location === undefined ? {} : { location }),
    ...(location_index === undefined ? {} : { location_index }),
  }
}
