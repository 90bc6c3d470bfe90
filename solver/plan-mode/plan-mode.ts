import { routeCost } from '../model/route-cost.ts'
import { SolverInputError } from '../json/input-error.ts'
import { normalize } from '../json/normalize.ts'
import { jobShares } from '../output/cost-shares.ts'
import { placeOf } from '../output/output.ts'
import { refuseBeyondPlan } from './plan-fields.ts'
import { planRoute } from './plan-route.ts'
import { buildProblem } from '../model/build-problem.ts'
import { validateTableSize } from '../json/size.ts'
import { summaryOf } from '../output/summary.ts'
import { validate } from '../json/validate.ts'
import type { VroomInput, VroomOutput } from '../json/vroom.ts'

/**
 * VROOM's plan mode: keeps each vehicle's steps in order, chooses the times that break windows least, and reports
 * every violation. Throws a SolverInputError if the problem is invalid or the requested times cannot be met.
 */
export function planMode(given: VroomInput): VroomOutput {
  validate(given, 'plan')
  validateTableSize(given)
  refuseBeyondPlan(given)
  const problem = buildProblem(normalize(given))
  const { input, jobList } = problem
  const numbers = new Map(jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  let scaledCost = 0
  const planned = new Uint8Array(jobList.length)
  const driven: { vehicle: number; jobs: number[] }[] = []
  const routes = input.vehicles.flatMap(({ steps = [] }, v) => {
    if (!steps.some(({ type }) => type !== 'start' && type !== 'end')) return []
    const route = planRoute(problem, v, steps, numbers)
    if (!route)
      throw new SolverInputError(`vehicles[${v}].steps`, 'no times meet what service_at, _after and _before ask')
    const jobs = steps.flatMap(({ type, id }) => numbers.get(`${type} ${id}`) ?? [])
    for (const j of jobs) planned[j] = 1
    scaledCost += routeCost(problem, v, jobs)
    driven.push({ vehicle: v, jobs })
    return [route]
  })
  const reason = { code: 'not_in_steps', message: 'It is in the steps of no vehicle.' } as const
  const unassigned = jobList.flatMap((job, j) =>
    planned[j] === 1 ? [] : [{ id: job.id, type: job.type, ...placeOf(job), reason }],
  )
  const own = { scaledCost, shares: jobShares(problem, driven), computing: { loading: 0, solving: 0 } }
  const summary = summaryOf(problem, routes, planned, own)
  return { code: 0, summary, unassigned, routes }
}
