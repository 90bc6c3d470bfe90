import { allowancesOf } from './allowances.ts'
import { checkLocks } from './locks.ts'
import { precedenceErrors, precedenceRules } from './precedence.ts'
import { planRules, settledNames } from './plan.ts'
import { checkRoute } from './route/check-route.ts'
import { checkSummary } from './summary.ts'
import { arcs, currentNames, jobsByName } from './jobs.ts'
import type { Shares } from './time.ts'
import type { VroomInput, VroomOutput } from '../json/vroom.ts'

export type CheckReport = {
  /** One sentence per broken rule; empty for a valid plan. */
  errors: string[]
  /** The plan's cost in VROOM's units, recomputed. */
  cost: number
}

/**
 * Recomputes a plan from the raw problem and reports every rule it breaks. Shares nothing with the search, so a
 * mistake there cannot hide here.
 */
export function check(given: VroomInput, output: VroomOutput): CheckReport {
  const problem = currentNames(given)
  const errors: string[] = []
  const jobs = jobsByName(problem)
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const seenJobs = new Set<string>()
  const seenVehicles = new Set<number>()
  const rules = planRules(problem, jobs)
  const precedence = precedenceRules(problem)
  const allowances = new Map(
    problem.vehicles.map((vehicle) => [vehicle.id, allowancesOf(problem, vehicle, jobs, arcs(problem, vehicle))]),
  )
  let cost = 0
  const shares: Shares = { stops: 0, units: 0, waiting: 0, early: 0, late: 0, overtime: 0, compactness: 0 }

  for (const route of output.routes) {
    const vehicle = vehicles.get(route.vehicle)
    if (!vehicle) {
      errors.push(`vehicle ${route.vehicle} is not in the problem`)
      continue
    }
    if (seenVehicles.has(vehicle.id)) errors.push(`vehicle ${vehicle.id} has two routes`)
    seenVehicles.add(vehicle.id)
    const say = (message: string) => errors.push(`vehicle ${vehicle.id}: ${message}`)
    const context = { problem, precedence, vehicle, route, jobs, allowed: allowances.get(vehicle.id)!, say }
    const checked = checkRoute(context, seenJobs, rules)
    cost += checked.cost
    for (const share of Object.keys(shares) as (keyof Shares)[]) shares[share] += checked.shares[share]
  }
  for (const vehicle of problem.vehicles) {
    const route = output.routes.find((each) => each.vehicle === vehicle.id)
    errors.push(...checkLocks(vehicle, allowances.get(vehicle.id)!, route))
  }
  errors.push(...rules.errorsOf(output))
  const locked = new Map([...allowances].map(([vehicle, { names }]) => [vehicle, names]))
  errors.push(...precedenceErrors(precedence, output, locked))
  const settled = settledNames(problem, new Set(seenJobs))
  for (const { type, id } of output.unassigned) {
    const key = `${type} ${id}`
    if (!jobs.has(key)) errors.push(`unassigned ${key} is not in the problem`)
    if (seenJobs.has(key)) errors.push(`${key} is both planned and unassigned, or twice either`)
    seenJobs.add(key)
  }
  for (const key of jobs.keys()) if (!seenJobs.has(key) && !settled.has(key)) errors.push(`${key} is missing`)
  checkSummary(
    { problem, output, jobs, dimensions: problem.vehicles[0].capacity?.length ?? 0 },
    cost,
    shares,
    (message) => errors.push(`summary: ${message}`),
  )
  return { errors, cost }
}
