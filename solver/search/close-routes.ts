import type { SearchParts } from './assemble.ts'
import { fewestVehicles } from './fewest-vehicles.ts'
import type { Limits } from './limits.ts'
import type { Problem } from '../model/problem.ts'
import type { Snapshot } from '../route/snapshot.ts'

/** A vehicle's fixed cost must be at least this many times its average route cost. */
const outweighs = 4
/** The share of the budget that closing routes may take, and that may pass without a route being closed. */
const mostClosing = 0.35
const patience = 0.15
/** How often the jobs that were left out most often are put in first. */
const hardestFirst = 0.9

type Course = {
  /** Where to begin: a plan that is not yet short has more room. */
  first: Snapshot
  /** The best plan so far. It is replaced whenever a better one is found. */
  best: Snapshot
  limits: Limits
  onProgress: (best: Snapshot, iterations: number) => void
}

/** Whether one vehicle fewer is worth more than anything shorter routes can save, and all jobs are planned and must be. */
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
 * Closes one route after the other: the fleet minimization of SISR (Christiaens and Vanden Berghe 2020) with its absence
 * counters. The jobs of the route that is easiest to plan are left out, and ruin and recreate go on until all jobs have a
 * place again. A plan is followed if it leaves out fewer jobs, or jobs that had a place more often. At the end the best
 * plan is the solution. `before` is the number of iterations so far; returns the number afterwards.
 */
export function closeRoutes(parts: SearchParts, { first, best, limits, onProgress }: Course, before: number): number {
  const { solution, state, journal, random, ruin, recreate } = parts
  const { problem, absent, used, spare } = solution
  const fewest = fewestVehicles(problem)
  /** How many iterations left out each job. */
  const failures = new Float64Array(problem.jobCount)
  const aside: number[] = []
  let iterations = before
  let spent = limits.spent(iterations)
  const until = spent + mostClosing
  let closedAt = spent

  first.restore(solution, state)
  let goesOn = closeOne()
  while (goesOn && spent < Math.min(1, until, closedAt + patience)) {
    for (let left = limits.batch(iterations, problem.jobCount); goesOn && left > 0; left--) {
      iterations++
      iterate()
    }
    spent = limits.spent(iterations)
    if (limits.isProgressDue(iterations)) onProgress(best, iterations)
  }
  for (const vehicle of aside) spare[problem.typeOf[vehicle]].add(vehicle)
  best.restore(solution, state)
  journal.begin()
  return iterations

  /** One iteration of ruin and recreate, and the next route closed once all jobs have a place. */
  function iterate() {
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
      goesOn = closeOne()
    } else if (absent.length >= length && (difference > 0 || (difference === 0 && solution.cost >= cost)))
      journal.rollback()
  }

  /** Closes the route whose jobs were left out least often and sets its vehicle aside; false where none may be closed. */
  function closeOne(): boolean {
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
    setSpareAside()
    return true
  }

  /** Keeps vehicles without jobs from being sent out again. */
  function setSpareAside() {
    for (const set of spare) {
      while (set.length > 0) {
        aside.push(set.items[set.length - 1])
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
