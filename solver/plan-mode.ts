import { routeCost } from './cost.ts'
import { SolverInputError } from './input-error.ts'
import { normalise } from './normalise.ts'
import { placeOf, sumAmounts } from './output.ts'
import { refuseBeyondPlan } from './plan-fields.ts'
import { planRoute } from './plan-route.ts'
import { buildProblem } from './problem.ts'
import { validate } from './validate.ts'
import { summed } from './violations.ts'
import type { VroomInput, VroomOutput } from './vroom.ts'

/**
 * VROOM's plan mode: keeps the steps of each vehicle in their order, chooses times that break the windows least, and
 * reports all that the routes break. Throws a SolverInputError when the problem cannot be used or when the times that
 * steps ask for cannot be met.
 */
export function plan(given: VroomInput): VroomOutput {
  validate(given, 'plan')
  refuseBeyondPlan(given)
  const problem = buildProblem(normalise(given))
  const { input, tasks, costScale } = problem
  const numbers = new Map(tasks.map(({ type, id }, j) => [`${type} ${id}`, j]))
  let cost = 0
  const planned = new Uint8Array(tasks.length)
  const routes = input.vehicles.flatMap(({ steps = [] }, v) => {
    if (!steps.some(({ type }) => type !== 'start' && type !== 'end')) return []
    const route = planRoute(problem, v, steps, numbers)
    if (!route)
      throw new SolverInputError(`vehicles[${v}].steps`, 'no times meet what service_at, _after and _before ask')
    const jobs = steps.flatMap(({ type, id }) => numbers.get(`${type} ${id}`) ?? [])
    for (const j of jobs) planned[j] = 1
    cost += routeCost(problem, v, jobs)
    return [route]
  })
  const sum = (pick: (route: (typeof routes)[number]) => number) =>
    routes.reduce((total, route) => total + pick(route), 0)
  const reason = { code: 'not_in_steps', message: 'It is in the steps of no vehicle.' } as const
  const unassigned = tasks.flatMap((task, j) =>
    planned[j] === 1 ? [] : [{ id: task.id, type: task.type, ...placeOf(task), reason }],
  )
  const missed = tasks.reduce((total, { prize = 0 }, j) => total + (planned[j] === 1 ? 0 : prize), 0)
  return {
    code: 0,
    summary: {
      cost: Math.round(cost / costScale),
      routes: routes.length,
      unassigned: unassigned.length,
      setup: sum((route) => route.setup),
      service: sum((route) => route.service),
      duration: sum((route) => route.duration),
      waiting_time: sum((route) => route.waiting_time),
      priority: sum((route) => route.priority),
      ...(problem.hasPrizes && { missed_prizes: missed }),
      ...(routes.some((route) => route.distance === undefined) ? {} : { distance: sum((route) => route.distance!) }),
      delivery: sumAmounts(
        problem,
        routes.map((route) => route.delivery),
      ),
      pickup: sumAmounts(
        problem,
        routes.map((route) => route.pickup),
      ),
      violations: summed(routes.flatMap((route) => route.violations)),
      computing_times: { loading: 0, solving: 0 },
    },
    unassigned,
    routes,
  }
}
