import { Anneal } from './anneal.ts'
import { Genetic } from './genetic/genetic.ts'
import { insertGiven } from './given.ts'
import { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { localSearchApplies } from './local-search/applies.ts'
import { LocalSearch } from './local-search/local-search.ts'
import { findNeighbours, spacing as measureSpacing } from './neighbours.ts'
import type { SolveOptions } from './options.ts'
import { makePolish } from './polish.ts'
import type { Problem } from './problem.ts'
import type { Random } from './random.ts'
import { makeRecreate } from './recreate.ts'
import { RouteState } from './route-state.ts'
import { makeRuin } from './ruin.ts'
import { Snapshot } from './snapshot.ts'
import { Solution } from './solution.ts'

const NEIGHBOURS = 100
/** After this part of the budget we know how many iterations it is worth. */
const RATE_KNOWN_AT = 0.02
/** From which part of the budget on, and how often, searches tell each other of their best plans. */
const EXCHANGE_FROM = 0.5
const EXCHANGE_EVERY = 0.05
/**
 * A population needs a number of children that grows with the square of the number of jobs. A child takes about as long
 * as an iteration per job.
 */
const JOBS_SQUARED_PER_CHILD = Number((globalThis as any).process.env.JSC ?? 100)
const MIXED = Number((globalThis as any).process.env.MIXED ?? 4)
const MIXED_SHARE = Number((globalThis as any).process.env.MS ?? 0.4)
/** Plans from nothing that a population begins with, and the part of its time they may take. */
const FOUNDERS = 40
const FOUNDING_SHARE = 0.25

/** The best plan found, and after how many iterations the search ended. */
export interface SearchResult {
  best: Snapshot
  iterations: number
}

/**
 * Ruin and recreate under annealing; where the budget is large enough for that and local search knows all constraints, a
 * population of plans takes over. Fewest and least urgent absent jobs come first, then lowest cost.
 */
export function search(
  problem: Problem,
  random: Random,
  limits: Limits,
  { initial = [], exchange }: Pick<SolveOptions, 'initial' | 'exchange'>,
  onProgress: (best: Snapshot, iterations: number) => void,
): SearchResult {
  const { jobCount, vehicleCount } = problem
  const solution = new Solution(problem)
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  const neighbours = findNeighbours(problem, NEIGHBOURS)
  const spacing = measureSpacing(problem, neighbours)
  const ruin = makeRuin(solution, state, journal, neighbours, random)
  const recreate = makeRecreate(solution, state, journal, neighbours, random)
  const isOver = () => limits.spent(0) >= 1
  const local = localSearchApplies(problem) ? new LocalSearch(problem, neighbours, random) : undefined
  if (local) local.penalties = { warp: 1, load: 5 * spacing }
  const clear = () => {
    solution.clear()
    for (let v = 0; v < vehicleCount; v++) state.refresh(v)
    journal.begin()
  }

  journal.begin()
  insertGiven(initial, solution, state)
  recreate.first(isOver)
  const best = new Snapshot(solution)
  onProgress(best, 0)

  if (initial.length === 0 && canScatter(problem) && !isOver()) {
    clear()
    recreate.scattered(isOver)
    if (solution.penalty > best.penalty) best.restore(solution, state)
  }
  const anneal = new Anneal({
    solution,
    state,
    journal,
    random,
    ruin,
    recreate,
    polish: local && makePolish(solution, state, local),
    spacing,
    isOver,
  })
  let iterations = 0
  let annealUntil = 1
  let isPlanned = false
  let genetic: Genetic | undefined
  let founders = FOUNDERS
  let nextExchange = EXCHANGE_FROM
  for (let spent = limits.spent(0); spent < 1 && jobCount > 0; spent = limits.spent(iterations)) {
    if (!isPlanned && spent >= RATE_KNOWN_AT) {
      isPlanned = true
      const perJob = iterations / spent / jobCount
      const children = (perJob * JOBS_SQUARED_PER_CHILD) / jobCount / jobCount
      if (!local || problem.hasPrizes || best.penalty > 0) anneal.plan(perJob)
      else if (children >= MIXED) annealUntil = spent
      else if (children >= 1) annealUntil = MIXED_SHARE
    }
    if (spent < annealUntil || best.penalty > 0) {
      const batch = limits.batch(iterations, jobCount)
      anneal.run(batch, Math.min(1, spent / annealUntil))
      iterations += batch
      if (best.isWorseThan(anneal.round)) best.copy(anneal.round)
    } else {
      genetic ??= new Genetic(problem, neighbours, random, local!)
      if (founders === FOUNDERS) genetic.add(best.next)
      if (founders > 0 && (founders > FOUNDERS - 4 || spent < annealUntil + (1 - annealUntil) * FOUNDING_SHARE)) {
        genetic.found()
        founders--
      } else genetic.step()
      iterations += jobCount
      if (genetic.best && genetic.best.cost < best.cost) best.takeRoutes(genetic.best.next, genetic.best.cost, 0)
    }
    if (exchange && spent >= nextExchange) {
      nextExchange = spent + EXCHANGE_EVERY
      const other = exchange({ penalty: best.penalty, cost: best.cost, plan: best.toPlan() })
      if (other && best.isWorseThan(other)) {
        clear()
        insertGiven(other.plan, solution, state)
        if (genetic && solution.absent.length === 0) genetic.add(solution.next)
        anneal.compare()
      }
    }
    if (limits.isTellingDue(iterations)) onProgress(best, iterations)
  }

  best.restore(solution, state)
  journal.begin()
  // Blinks may have left a free place unseen.
  recreate.patiently(isOver)
  if (best.isWorseThan(solution)) best.take(solution)
  return { best, iterations }
}

/** Where a vehicle costs nothing by itself, a plan may begin with many. */
function canScatter({ types, hasPairs }: Problem): boolean {
  return !hasPairs && types.every(({ fixedCost }) => fixedCost === 0)
}
