import { attempt, needOf, type Attempt } from './attempt.ts'
import { candidatesOf, changed, type Candidate, type CommonChange } from './change.ts'
import { districtEffort, hourLoad, skillEffort, vehicleEffort } from '../fix-relax.ts'
import type { PlannedRoute } from '../../json/options.ts'
import type { VroomInput, VroomOutput } from '../../json/vroom.ts'

/** The smallest change of one constraint that makes room for all or most of several jobs at the same time. */
export type CommonFix = {
  constraint: CommonChange['constraint']
  /** Seconds, load, vehicles or vehicles with new skills; what is needed at most where it differs. */
  amount: number
  /** The vehicles that need it; with `vehicles`, the one to add more of. */
  vehicles: number[]
  quantity?: number
  /** How many of the jobs then have a place. */
  fits: number
}

/** A change need not take this share of what the same change takes at its most. */
const restShare = 0.05
/** Changes that take less than this share of what the best one takes are not compared by effort. */
const comparableShare = 0.9

type Found = { fix: CommonFix; effort: number }

/**
 * Tries changes for jobs that a plan leaves out, by searching on from the plan with each of them. Others that are left
 * out stay out. Returns the change that takes the least effort per job among those that make room for the most. The same
 * input gives the same fix, unless `isOver` ends the attempts.
 */
export function fixTogether(
  input: VroomInput,
  plan: VroomOutput,
  ids: readonly number[],
  changes: readonly CommonChange[],
  isOver = () => false,
): CommonFix | undefined {
  const jobs = new Set(ids)
  const { part, initial } = partOf(input, plan, jobs)
  const tryWith = (candidate: Candidate, amount: number) =>
    attempt(changed(part, jobs, candidate, amount), initial, ids.length, isOver)

  const reached = changes
    .flatMap((change) => candidatesOf(change, part))
    .flatMap((candidate) => {
      if (isOver()) return []
      const most = tryWith(candidate, candidate.most)
      return most.fits > 0 ? [{ candidate, most }] : []
    })
  const best = Math.max(...reached.map(({ most }) => most.fits))
  const found = reached
    .filter(({ most }) => most.fits >= comparableShare * best)
    .toSorted((a, b) => b.most.fits - a.most.fits)
    .map(({ candidate, most }) => smallest(candidate, most))
    .toSorted((a, b) => a.effort / a.fix.fits - b.effort / b.fix.fits)
  return found[0]?.fix

  /** The smallest amount that takes nearly as many jobs as the most does, by bisection. */
  function smallest(candidate: Candidate, most: Attempt): Found {
    const enough = most.fits - Math.floor(most.fits * restShare)
    let [low, high, reached] = [0, Math.floor(candidate.most / candidate.step), most]
    while (high - low > 1 && !isOver()) {
      const middle = Math.floor((low + high) / 2)
      const tried = tryWith(candidate, middle * candidate.step)
      if (tried.fits >= enough) [high, reached] = [middle, tried]
      else low = middle
    }
    const { constraint, quantity } = candidate
    const { amount, vehicles } = needOf(reached, part, jobs, candidate)
    const fix = { constraint, amount, vehicles, fits: reached.fits, ...(quantity !== undefined && { quantity }) }
    return { fix, effort: effortOf(fix, part) }
  }
}

/** The problem with only the planned jobs and these, all equally urgent, and the routes to go on from. */
function partOf(input: VroomInput, plan: VroomOutput, jobs: ReadonlySet<number>) {
  const steps = plan.routes.flatMap((route) => route.steps.map(({ type, id }) => `${type} ${id}`))
  const planned = new Set(steps)
  const initial = plan.routes.map(({ vehicle, steps }): PlannedRoute => {
    const kept = steps.flatMap(({ type, id }) =>
      type === 'job' || type === 'pickup' || type === 'delivery' ? [{ type, id: id! }] : [],
    )
    return { vehicle, jobs: kept.map(({ id }) => id), steps: kept }
  })
  const part: VroomInput = {
    ...input,
    jobs: input.jobs.filter(({ id }) => jobs.has(id) || planned.has(`job ${id}`)).map(({ priority: _, ...job }) => job),
    ...(input.shipments && {
      shipments: input.shipments.filter(({ pickup }) => planned.has(`pickup ${pickup.id}`)),
    }),
  }
  return { part, initial }
}

function effortOf(
  { constraint, amount, vehicles, quantity = 0, fits }: CommonFix,
  { vehicles: all }: VroomInput,
): number {
  switch (constraint) {
    case 'vehicles':
      return vehicleEffort * amount
    case 'skills':
      return skillEffort * vehicles.length
    case 'capacity': {
      const loads = all.filter(({ id }) => vehicles.includes(id)).map(({ capacity }) => capacity![quantity])
      return loads.reduce((sum, load) => sum + amount / Math.max(1, hourLoad * load), 0)
    }
    case 'max_districts':
      return districtEffort * amount * vehicles.length
    case 'time_window':
      return (amount / 3600) * fits
    default:
      return (amount / 3600) * vehicles.length
  }
}
