import { SolverInputError } from '../json/input-error.ts'
import { type Prepared, withSteps } from './prepare.ts'
import type { Problem } from '../model/problem.ts'
import { RouteState } from '../route/route-state.ts'
import { Solution } from '../route/solution.ts'
import type { VroomOutput, VroomVehicleStep } from '../json/vroom.ts'

/**
 * Rebuilds a plan step by step. A route that can no longer be driven in time is kept so that it gets no worse: all
 * its steps are locked to their vehicle, which forgives what they break on their own. One of several trips cannot be locked: it is
 * an error, or left out and added to `closed` by the number of its vehicle.
 */
export function readPlan(prepared: Prepared, plan: VroomOutput, closed?: Set<number>): Solution {
  const solution = repeat(prepared.problem, plan)
  const state = new RouteState(solution)
  const late = new Set(solution.problem.input.vehicles.flatMap(({ id }, v) => (state.refresh(v) ? [] : [id])))
  if (late.size === 0) return solution
  if (closed) {
    const several = solution.problem.input.vehicles.filter(({ id, reload }) => reload && late.has(id))
    if (several.length > 0) {
      for (const { id } of several) closed.add(id)
      return readPlan(prepared, { ...plan, routes: plan.routes.filter(({ vehicle }) => !closed.has(vehicle)) }, closed)
    }
  }
  const locks = new Map(prepared.input.vehicles.map(({ id, steps = [] }) => [id, steps]))
  const held = plan.routes.flatMap(({ vehicle, steps }, r) => {
    if (!late.has(vehicle)) return []
    if (prepared.input.vehicles.find(({ id }) => id === vehicle)!.reload)
      throw new SolverInputError(`plan.routes[${r}]`, 'cannot be driven as it is, nor held beside reload')
    const given = new Map(locks.get(vehicle)!.map((step) => [`${step.type} ${step.id}`, step]))
    const jobList = steps.flatMap(({ type, id }): VroomVehicleStep[] => {
      if (type !== 'job' && type !== 'pickup' && type !== 'delivery') return []
      const step = given.get(`${type} ${id}`)
      return [step?.lock ? step : { type, id: id!, lock: 'vehicle' }]
    })
    return [{ vehicle, steps: jobList }]
  })
  return repeat(withSteps(prepared, held).problem, plan)
}

/** The position of a job on its route, from 0, and that of the delivery for a shipment. */
export function insertionPoints(solution: Solution, vehicle: number, job: number): number[] {
  const jobs = solution.jobsOf(vehicle)
  const pair = solution.problem.pair[job]
  return [job, ...(pair < 0 ? [] : [pair])].map((each) => jobs.indexOf(each))
}

function repeat(problem: Problem, plan: VroomOutput): Solution {
  const solution = new Solution(problem)
  const { input, jobList, locks } = problem
  const vehicles = new Map(input.vehicles.map(({ id }, v) => [id, v]))
  const numbers = new Map(jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  plan.routes.forEach((route, r) => {
    const vehicle = vehicles.get(route.vehicle)
    if (vehicle === undefined)
      throw new SolverInputError(`plan.routes[${r}].vehicle`, `there is no vehicle ${route.vehicle}`)
    const head = locks?.routes[vehicle]?.jobs.slice(0, locks.routes[vehicle].head) ?? []
    let after = solution.startNode(vehicle)
    let count = 0
    route.steps.forEach(({ type, id }, i) => {
      if (type !== 'job' && type !== 'pickup' && type !== 'delivery') return
      const path = `plan.routes[${r}].steps[${i}]`
      const job = numbers.get(`${type} ${id}`)
      if (job === undefined) throw new SolverInputError(path, `there is no ${type} ${id}`)
      const only = locks?.vehicleOf[job] ?? -1
      if (only >= 0 && only !== vehicle)
        throw new SolverInputError(path, `${type} ${id} is locked to vehicle ${input.vehicles[only].id}`)
      const place = count++
      if ((place < head.length || locks?.isFixed[job]) && head[place] !== job)
        throw new SolverInputError(path, `${type} ${id} is where another step is locked, or has lost its own place`)
      if (place >= head.length) {
        if (solution.routeOf[job] >= 0) throw new SolverInputError(path, `${type} ${id} is planned twice`)
        if (!solution.absent.has(job))
          throw new SolverInputError(path, `${type} ${id} is planned, and so is another of its group of groups.one_of`)
        solution.insert(job, after, vehicle)
      }
      after = job
    })
  })
  jobList.forEach(({ type, id, pair }, job) => {
    const isPlanned = solution.routeOf[job] >= 0
    if (locks?.isLocked[job] && !isPlanned)
      throw new SolverInputError('plan', `${type} ${id} is locked, but not planned`)
    if (pair !== undefined && solution.routeOf[pair] !== solution.routeOf[job])
      throw new SolverInputError('plan', `${type} ${id} is not on the vehicle of the other end of its shipment`)
  })
  return solution
}
