import { byPlace } from './model/by-place.ts'
import { Limits } from './search/limits.ts'
import type { PlannedRoute, PlannedStep, SolveOptions } from './json/options.ts'
import { markSettled } from './model/choices.ts'
import { normalize } from './json/normalize.ts'
import { toVroom } from './output/output.ts'
import { previousRoutes } from './model/previous.ts'
import { Random } from './math/random.ts'
import { readProblem } from './route/read-problem.ts'
import { isBeyondTable } from './json/size.ts'
import { solveLarge } from './large/solve-large.ts'
import { search } from './search/search.ts'
import type { Snapshot } from './route/snapshot.ts'
import { validate } from './json/validate.ts'
import type { VroomInput, VroomOutput, VroomVehicleStep } from './json/vroom.ts'

/** How much longer explanations may take once a search has ended; after a time limit, this share of it if that is more. */
const explaining = { seconds: 0.07, share: 0.05 }

/**
 * Plans routes for a problem in VROOM's JSON. Runs until its limit and returns the best plan found. Throws a
 * SolverInputError that names the invalid element of the problem or the options.
 */
export function solve(given: VroomInput, options: SolveOptions = {}): VroomOutput {
  const startedAt = options.now?.() ?? 0
  validate(given)
  const input = byPlace(normalize(given))
  const limits = new Limits(options, input.jobs.length + 2 * (input.shipments?.length ?? 0), startedAt)
  const random = new Random(options.seed ?? 0)
  const initial = options.initial ?? [...givenRoutes(input), ...previousRoutes(input.previous)]
  const isLate = () => limits.isLate(explaining)
  if (isBeyondTable(input))
    return inOrder(given, solveLarge(input, { random, limits, given: initial, isLate, onProgress: options.onProgress }))
  const problem = readProblem(input)
  const loading = Math.round((limits.elapsedSeconds() ?? 0) * 1000)

  const tell = (best: Snapshot, iterations: number) => {
    if (!options.onProgress) return
    const plan = best.toPlan()
    const settled = new Uint8Array(problem.jobCount)
    for (let v = 0; v < problem.vehicleCount; v++) for (const job of best.route(v)) settled[job] = 1
    markSettled(problem.groups?.choices, settled)
    options.onProgress({
      iterations,
      cost: Math.round(best.cost / problem.costScale),
      routes: plan.length,
      unassigned: settled.reduce((count, isSettled) => count - isSettled, problem.jobCount),
      elapsedSeconds: limits.elapsedSeconds(),
      plan,
    })
  }
  const { best } = search(problem, random, limits, { ...options, initial }, tell)
  const solving = Math.round((limits.elapsedSeconds() ?? 0) * 1000) - loading
  return inOrder(given, toVroom(problem, best, { loading, solving }, isLate))
}

/** The plan with its unassigned jobs in the order of the problem. */
function inOrder({ jobs = [], shipments = [] }: VroomInput, plan: VroomOutput): VroomOutput {
  const places = new Map<string, number>()
  const add = (type: string, { id }: { id: number }) => places.set(`${type} ${id}`, places.size)
  for (const job of jobs) add('job', job)
  for (const { pickup, delivery } of shipments) {
    add('pickup', pickup)
    add('delivery', delivery)
  }
  const placeOf = ({ type, id }: VroomOutput['unassigned'][number]) => places.get(`${type} ${id}`)!
  return { ...plan, unassigned: plan.unassigned.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

/** The routes that come with the vehicles. */
function givenRoutes({ vehicles }: VroomInput): PlannedRoute[] {
  return vehicles.flatMap(({ id, steps = [] }) => {
    const jobList = steps.filter(isJobStep)
    const jobs = jobList.flatMap((step) => (step.type === 'job' ? [step.id] : []))
    return jobList.length > 0 ? [{ vehicle: id, jobs, steps: jobList }] : []
  })
}

/** Starts and ends are implied, and breaks are taken where they fit best. */
function isJobStep(step: VroomVehicleStep): step is PlannedStep {
  return step.type === 'job' || step.type === 'pickup' || step.type === 'delivery'
}
