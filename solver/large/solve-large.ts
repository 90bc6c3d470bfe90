import { annealRounds, jobsPerPart } from '../search/parts/anneal-parts.ts'
import { jobsPerTable } from '../model/table-bytes.ts'
import { cutPlan } from './cut-plan.ts'
import { Fleet } from './fleet.ts'
import { type LargePart, LargePlan } from './large-plan.ts'
import type { Limits } from '../search/limits.ts'
import { makeFirstPlan } from './first-plan.ts'
import type { PlannedRoute, SolveOptions } from '../json/options.ts'
import type { Random } from '../math/random.ts'
import { mostSpare } from '../search/parts/part-search.ts'
import { Snapshot } from '../route/snapshot.ts'
import { units } from '../model/cost.ts'
import type { VroomInput, VroomOutput } from '../json/vroom.ts'
import { writeLarge } from './write-large.ts'

/** How many jobs a region of the first plan has, and a part that is annealed. */
export type Sizes = { region: number; part: number }
const usualSizes: Sizes = { region: jobsPerTable, part: jobsPerPart }

type Searching = {
  random: Random
  limits: Limits
  given: readonly PlannedRoute[]
  sizes?: Sizes
  /** Whether explanations have to be short. */
  isLate: () => boolean
  onProgress: SolveOptions['onProgress'] | undefined
}

/**
 * Plans a problem whose travel table would be too large: region by region, then part by part, each with a table of its own made
 * from coordinates. So the memory does not grow with the problem.
 */
export function solveLarge(input: VroomInput, searching: Searching): VroomOutput {
  const { random, limits, given, sizes = usualSizes, isLate, onProgress } = searching
  const plan = new LargePlan(input)
  const fleet = new Fleet(input.vehicles, (v) => plan.ties.ofVehicle[v] < 0 && plan.routes[v].length === 0)
  const isOver = () => limits.isOver()
  let iterations = 0

  const loading = milliseconds()

  makeFirstPlan(plan, { given, jobsPerRegion: sizes.region, random, limits })
  let best = remember()
  tell()
  annealRounds<LargePart>(
    {
      jobCount: plan.jobList.length,
      cut: () => cutPlan(plan, random, sizes.part),
      search: (part) => plan.open(withSpare(part), random, isOver),
      endRound: () => {
        const now = remember()
        if (now.penalty < best.penalty || (now.penalty === best.penalty && now.cost < best.cost)) best = now
        tell()
      },
    },
    { spent: limits.spent(0), advance },
  )
  plan.setRoutes([...best.routes.keys()], best.routes)
  plan.cost = best.cost
  if (best.penalty > 0) placeAbsent()
  return writeLarge(plan, { random, isLate, computing: () => ({ loading, solving: milliseconds() - loading }) })

  function remember() {
    return { routes: plan.routes, cost: plan.cost, penalty: plan.penalty() }
  }

  function withSpare({ jobs, vehicles }: LargePart): LargePart {
    return { jobs, vehicles: [...vehicles, ...fleet.near(plan.middle(jobs), () => mostSpare(vehicles.length))] }
  }

  function advance(jobs: number, step: (iterations: number) => number): number {
    iterations += step(limits.batch(iterations, jobs))
    if (limits.isProgressDue(iterations)) tell()
    return limits.spent(iterations)
  }

  /** Blinks may have hidden a free position. */
  function placeAbsent() {
    for (const part of cutPlan(plan, random, sizes.part)) {
      if (isOver() || part.jobs.every((job) => plan.home[job] >= 0)) continue
      const { parts, putBack } = plan.open(withSpare(part), random, isOver)
      parts.recreate.patiently(isOver)
      putBack(new Snapshot(parts.solution))
    }
  }

  function tell() {
    if (!onProgress) return
    const planned = toPlan()
    onProgress({
      iterations,
      cost: Math.round(best.cost / units),
      routes: planned.length,
      unassigned: plan.jobList.length - best.routes.reduce((sum, { length }) => sum + length, 0),
      elapsedSeconds: limits.elapsedSeconds(),
      plan: planned,
    })
  }

  function toPlan(): PlannedRoute[] {
    const hasPairs = plan.jobList.length > input.jobs.length
    return best.routes.flatMap((route, v) => {
      if (route.length === 0) return []
      const steps = route.map((job) => ({ type: plan.jobList[job].type, id: plan.jobList[job].id }))
      const jobs = steps.flatMap(({ type, id }) => (type === 'job' ? [id] : []))
      return [{ vehicle: input.vehicles[v].id, jobs, ...(hasPairs && { steps }) }]
    })
  }

  function milliseconds() {
    return Math.round((limits.elapsedSeconds() ?? 0) * 1000)
  }
}
