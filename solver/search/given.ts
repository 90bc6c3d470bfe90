import { makeRefusal } from '../route/admission.ts'
import { dropBrokenBundles } from './ruin-recreate/broken-bundles.ts'
import { anchorOf } from '../model/locked-routes.ts'
import type { PlannedRoute } from '../json/options.ts'
import type { RouteState } from '../route/route-state.ts'
import type { Solution } from '../route/solution.ts'

/** Inserts all locked jobs in the order in which they were given. Limits were raised so that they fit. */
export function insertLocked(solution: Solution, state: RouteState): void {
  solution.problem.locks?.routes.forEach((route, vehicle) => {
    if (!route) return
    let after = solution.startNode(vehicle)
    for (const job of route.jobs) {
      if (solution.routeOf[job] < 0) solution.insert(job, after, vehicle)
      after = job
    }
    state.refresh(vehicle)
  })
}

/** Inserts the jobs of a given plan, as far as they exist and still fit at their places. */
export function insertGiven(given: readonly PlannedRoute[], solution: Solution, state: RouteState): void {
  if (given.length === 0) return
  const { input, jobList, pair, types, typeOf, locks } = solution.problem
  const refusal = makeRefusal(solution)
  const jobNumbers = new Map(jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const vehicleNumbers = new Map(input.vehicles.map((vehicle, v) => [vehicle.id, v]))
  for (const route of given) {
    const vehicle = vehicleNumbers.get(route.vehicle)
    if (vehicle === undefined) continue
    insertRoute(route, vehicle)
    for (const job of solution.jobsOf(vehicle)) {
      if (pair[job] >= 0 && solution.routeOf[pair[job]] < 0) solution.remove(job)
    }
    if (!state.refresh(vehicle)) {
      for (const job of solution.jobsOf(vehicle)) if (!locks?.isLocked[job]) solution.remove(job)
      state.refresh(vehicle)
    }
  }
  dropBrokenBundles(solution, state)

  function insertRoute(route: PlannedRoute, vehicle: number) {
    let after = anchorOf(solution.problem, vehicle)
    for (const step of route.steps ?? route.jobs.map((id) => ({ type: 'job', id }))) {
      const job = jobNumbers.get(`${step.type} ${step.id}`)
      if (job === undefined) continue
      if (solution.routeOf[job] === vehicle && !locks?.isFixed[job]) after = job
      if (!solution.absent.has(job)) continue
      if (step.type === 'delivery' && solution.routeOf[pair[job]] !== vehicle) continue
      if (!fits(job, after, vehicle)) continue
      solution.insert(job, after, vehicle)
      state.refresh(vehicle)
      after = job
    }
  }

  function fits(job: number, after: number, vehicle: number): boolean {
    const type = types[typeOf[vehicle]]
    const before = solution.next[after]
    return (
      type.serves[job] === 1 &&
      solution.size[vehicle] < type.maxTasks &&
      state.fitsInLoad(job, after, vehicle) &&
      state.keepsOrder(job, after, vehicle) &&
      state.fitsInTime(job, after, before, vehicle) &&
      state.fitsInLength(job, after, before, vehicle) &&
      !refusal?.(vehicle, job) &&
      (!type.isJudged || state.extraWith(vehicle, { job, after }) < Infinity)
    )
  }
}
