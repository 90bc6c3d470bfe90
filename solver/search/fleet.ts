import type { AnnealParts } from './anneal.ts'
import { fewestVehicles } from './fleet-bound.ts'
import type { Limits } from './limits.ts'
import type { Problem } from '../model/problem.ts'
import type { Snapshot } from '../route/snapshot.ts'

/** Such a multiple of what its average route costs otherwise a vehicle has to cost by itself. */
const outweighs = 4
/** The part of the budget that this may take at most, and that may pass without a route being closed. */
const mostClosing = 0.35
const patience = 0.15
/** How often the jobs that were left out most often are put in first. */
const hardestFirst = 0.9

export type FleetParts = Pick<AnnealParts, 'solution' | 'state' | 'journal' | 'random' | 'ruin' | 'recreate'> & {
  /** Where to begin: a plan that is not yet short has more room. */
  first: Snapshot
  /** The best plan so far, and what comes of it. */
  best: Snapshot
  limits: Limits
  onProgress: (best: Snapshot, iterations: number) => void
}

/** Whether a vehicle less is worth more than all that can be gained on the way: all jobs are planned and must be. */
export function fleetMatters({ types, vehicleCount, hasPrizes, jobCount }: Problem, best: Snapshot): boolean {
  if (jobCount === 0 || hasPrizes || best.penalty > 0 || types.some(({ fixedCost }) => fixedCost === 0)) return false
  let routes = 0
  let rest = best.cost
  for (let v = 0; v < vehicleCount; v++) {
    if (best.isEmpty(v)) continue
    routes++
    rest -= types[best.problem.typeOf[v]].fixedCost
  }
  return types.every(({ fixedCost }) => fixedCost * routes >= outweighs * rest)
}

/**
 * Closes routes one after the other, as SISR does (Christiaens and Vanden Berghe 2020): the jobs of the route that is
 * easiest to plan are left out, and ruin and recreate go on until all jobs have a place again. A plan is followed when
 * it leaves out fewer jobs, or those that had a place more often. Puts the best plan into the solution; given the number
 * of iterations before, answers with that after.
 */
export function reduceFleet(parts: FleetParts, before: number): number {
  const { solution, state, journal, random, ruin, recreate, first, best, limits, onProgress } = parts
  const { problem, absent, used, spare } = solution
  const fewest = fewestVehicles(problem)
  /** How often each job was left out. */
  const failures = new Float64Array(problem.jobCount)
  const resting: number[] = []
  let iterations = before
  let spent = limits.spent(iterations)
  const until = spent + mostClosing
  let closedAt = spent

  first.restore(solution, state)
  let isOpen = closeRoute()
  while (isOpen && spent < Math.min(1, until, closedAt + patience)) {
    for (let left = limits.batch(iterations, problem.jobCount); isOpen && left > 0; left--) {
      iterations++
      fill()
    }
    spent = limits.spent(iterations)
    if (limits.isTellingDue(iterations)) onProgress(best, iterations)
  }
  for (const vehicle of resting) spare[problem.typeOf[vehicle]].add(vehicle)
  best.restore(solution, state)
  journal.begin()
  return iterations

  /** One iteration. */
  function fill() {
    const { length } = absent
    const { cost } = solution
    const misses = sumOfFailures()
    journal.begin()
    ruin()
    recreate(random.fraction() < hardestFirst ? failures : undefined)
    const difference = sumOfFailures() - misses
    for (let i = 0; i < absent.length; i++) failures[absent.items[i]]++
    if (absent.length === 0) {
      closedAt = spent
      if (best.isWorseThan(solution)) best.take(solution)
      isOpen = closeRoute()
    } else if (absent.length >= length && (difference > 0 || (difference === 0 && solution.cost >= cost)))
      journal.rollback()
  }

  /** Takes the route out whose jobs were left out least often, and its vehicle out of use; false where none may go. */
  function closeRoute(): boolean {
    let least = Infinity
    let vehicle = -1
    for (let i = 0; i < used.length; i++) {
      if (problem.locks?.routes[used.items[i]]) continue
      let sum = 0
      for (const job of solution.jobsOf(used.items[i])) sum += failures[job] + 1
      if (sum >= least) continue
      least = sum
      vehicle = used.items[i]
    }
    if (vehicle < 0 || used.length <= fewest) return false
    journal.begin()
    journal.empty(vehicle)
    state.refresh(vehicle)
    rest()
    return true
  }

  /** No vehicle that stays at home may be sent out. */
  function rest() {
    for (const set of spare) {
      while (set.length > 0) {
        resting.push(set.items[set.length - 1])
        set.remove(set.items[set.length - 1])
      }
    }
  }

  function sumOfFailures(): number {
    let sum = 0
    for (let i = 0; i < absent.length; i++) sum += failures[absent.items[i]]
    return sum
  }
}
