import { allowancesOf, checkLocks } from './check-locks.ts'
import { planRules } from './check-plan.ts'
import { checkRoute } from './check-route.ts'
import { arcs, currentNames, jobsByName } from './jobs.ts'
import { checkTimingCosts, type TimingSums } from './check-time.ts'
import type { VroomInput, VroomOutput, VroomRoute } from '../json/vroom.ts'

export type CheckReport = {
  /** One sentence per broken rule; empty for a sound plan. */
  errors: string[]
  /** The plan's cost in VROOM's units, recomputed. */
  cost: number
}

/**
 * Recomputes a plan from the raw problem and reports every rule it breaks. Shares nothing with the search, so that
 * a mistake there cannot hide here.
 */
export function check(given: VroomInput, output: VroomOutput): CheckReport {
  const problem = currentNames(given)
  const errors: string[] = []
  const jobs = jobsByName(problem)
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const seenJobs = new Set<string>()
  const seenVehicles = new Set<number>()
  const rules = planRules(problem)
  const allowances = new Map(
    problem.vehicles.map((vehicle) => [vehicle.id, allowancesOf(problem, vehicle, jobs, arcs(problem, vehicle))]),
  )
  let cost = 0
  const timing: TimingSums = { waiting: 0, early: 0, late: 0 }

  for (const route of output.routes) {
    const vehicle = vehicles.get(route.vehicle)
    if (!vehicle) {
      errors.push(`vehicle ${route.vehicle} is not in the problem`)
      continue
    }
    if (seenVehicles.has(vehicle.id)) errors.push(`vehicle ${vehicle.id} has two routes`)
    seenVehicles.add(vehicle.id)
    cost += checkRoute(problem, vehicle, route, jobs, seenJobs, timing, errors, rules, allowances.get(vehicle.id)!)
  }
  for (const vehicle of problem.vehicles) {
    const route = output.routes.find((each) => each.vehicle === vehicle.id)
    errors.push(...checkLocks(vehicle, allowances.get(vehicle.id)!, route))
  }
  errors.push(...rules.errorsOf(output))
  for (const { type, id } of output.unassigned) {
    const key = `${type} ${id}`
    if (!jobs.has(key)) errors.push(`unassigned ${key} is not in the problem`)
    if (seenJobs.has(key)) errors.push(`${key} is both planned and unassigned, or twice either`)
    seenJobs.add(key)
  }
  for (const key of jobs.keys()) if (!seenJobs.has(key)) errors.push(`${key} is missing`)
  const left = output.unassigned.reduce((total, { type, id }) => total + (jobs.get(`${type} ${id}`)?.prize ?? 0), 0)
  if ((output.summary.missed_prizes ?? 0) !== left)
    errors.push(`summary: missed_prizes is ${output.summary.missed_prizes}, but should be ${left}`)

  const { summary } = output
  const sum = (pick: (route: VroomRoute) => number) => output.routes.reduce((total, route) => total + pick(route), 0)
  const expect = (name: string, told: number, found: number, slack = 0) => {
    if (!(Math.abs(told - found) <= slack)) errors.push(`summary: ${name} is ${told}, but should be ${found}`)
  }
  expect('cost', summary.cost, Math.round(cost), 1)
  checkTimingCosts(summary, timing, (message) => errors.push(`summary: ${message}`))
  expect('routes', summary.routes, output.routes.length)
  expect('unassigned', summary.unassigned, output.unassigned.length)
  expect(
    'duration',
    summary.duration,
    sum((route) => route.duration),
  )
  expect(
    'setup',
    summary.setup,
    sum((route) => route.setup),
  )
  expect(
    'service',
    summary.service,
    sum((route) => route.service),
  )
  expect(
    'waiting_time',
    summary.waiting_time,
    sum((route) => route.waiting_time),
  )
  expect(
    'priority',
    summary.priority,
    sum((route) => route.priority),
  )
  const amounts = (pick: (route: VroomRoute) => number[]) =>
    output.routes.reduce(
      (sums, route) => sums.map((sum, d) => sum + pick(route)[d]),
      (problem.vehicles[0].capacity ?? []).map(() => 0),
    )
  for (const kind of ['delivery', 'pickup'] as const) {
    const found = amounts((route) => route[kind])
    if (summary[kind].join() !== found.join()) errors.push(`summary: ${kind} is ${summary[kind].join()}, but should be ${found.join()}`) // prettier-ignore
  }
  if (summary.distance !== undefined)
    expect(
      'distance',
      summary.distance,
      sum((route) => route.distance ?? NaN),
    )
  return { errors, cost }
}
