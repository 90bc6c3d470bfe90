import {
  solve,
  timeRoutes,
  type PlannedRoute,
  type PlannedStep,
  type VroomInput,
  type VroomOutput,
} from '#solver/index.ts'
import type { Weighed, WeighRequest } from './protocol.ts'

/** How much of the time goes into the plan that all others start from. */
const firstShare = 1 / 3

/**
 * Calculates variants of one problem, inside a thread, each from the same plan and for the same time. So what one of them saves
 * is not owed to a longer search.
 */
export function weigh({ base, variants, seconds }: WeighRequest): Weighed {
  const now = () => performance.now()
  const options = { now, seed: 1, untilSettled: true }
  const initial = plannedIn(solve(base, { ...options, timeLimitSeconds: seconds * firstShare }))
  const timeLimitSeconds = (seconds * (1 - firstShare)) / variants.length
  const plans = variants.map(({ problem, bare }) => {
    const solved = solve(problem, { ...options, timeLimitSeconds, initial })
    return { routes: timeRoutes(bare, givenIn(problem, solved)), unassigned: solved.unassigned.length }
  })
  return { kind: 'weighed', plans }
}

const isVisit = ({ type }: { type: string }) => type === 'job' || type === 'pickup' || type === 'delivery'

function plannedIn({ routes }: VroomOutput): PlannedRoute[] {
  return routes.map(({ vehicle, steps }) => {
    const visits = steps.filter(isVisit).map(({ type, id }) => ({ type, id }) as PlannedStep)
    return { vehicle, jobs: visits.flatMap(({ type, id }) => (type === 'job' ? [id] : [])), steps: visits }
  })
}

/** The routes in their order, with the times of what is done. */
function givenIn({ vehicles }: VroomInput, { routes }: VroomOutput) {
  const done = new Map(
    vehicles.flatMap(({ steps = [] }) =>
      steps.flatMap((step) => (step.lock === 'done' ? [[`${step.type} ${step.id}`, step] as const] : [])),
    ),
  )
  return routes.map(({ vehicle, steps }) => ({
    vehicle,
    steps: steps.filter(isVisit).map(({ type, id }) => done.get(`${type} ${id}`) ?? { type, id: id! }),
  }))
}
