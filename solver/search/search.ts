import { Anneal } from './anneal.ts'
import { Genetic } from './genetic/genetic.ts'
import { fleetMatters, reduceFleet } from './fleet.ts'
import { insertGiven, insertLocked } from './given.ts'
import { Journal } from '../route/journal.ts'
import type { Limits } from './limits.ts'
import { localSearchApplies } from './local-search/applies.ts'
import { LocalSearch } from './local-search/local-search.ts'
import { costPerSecond, findNeighbors, spacing as measureSpacing } from '../model/neighbors.ts'
import type { SolveOptions } from '../json/options.ts'
import { makePolish } from './polish.ts'
import type { Problem } from '../model/problem.ts'
import type { Random } from '../math/random.ts'
import { makeRecreate } from './ruin-recreate/recreate.ts'
import { RouteState } from '../route/route-state.ts'
import { makeRuin } from './ruin-recreate/ruin.ts'
import { Snapshot } from '../route/snapshot.ts'
import { Solution } from '../route/solution.ts'

const neighborCount = 100
/** So much longer than its limit a search may take to have a first plan. */
const firstPlanGraceSeconds = 0.08
/** After this part of the budget we know how many iterations it is worth. */
const rateKnownAt = 0.05
/** After this part of the budget routes are closed, where a vehicle less is worth more than anything else. */
const closeRoutesAt = 0.1
/** From which part of the budget on, and how often, searches tell each other of their best plans. */
const exchangeFrom = 0.5
const exchangeEvery = 0.05
/** A population needs a child for so many pairs of jobs, and no fewer than that; else annealing has the whole budget. */
const pairsPerChild = 100
const fewestChildren = 300
/** What the load of an average job beyond capacity costs a population at first, in average ways between neighbors. */
const firstLoadPrice = 5

/** The best plan found, and after how many iterations the search ended. */
export type SearchResult = {
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
  const { jobCount } = problem
  const solution = new Solution(problem)
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  const neighbors = findNeighbors(problem, neighborCount)
  const spacing = measureSpacing(problem, neighbors)
  const ruin = makeRuin(solution, state, journal, neighbors, random)
  const recreate = makeRecreate(solution, state, journal, neighbors, random)
  const isOver = () => limits.isOver()
  const local = localSearchApplies(problem) ? new LocalSearch(problem, neighbors, random) : undefined
  const clear = () => {
    solution.clear()
    for (let v = 0; v < problem.vehicleCount; v++) state.refresh(v)
    insertLocked(solution, state)
    journal.begin()
  }

  clear()
  insertGiven(initial, solution, state)
  recreate.first(() => limits.isOver(firstPlanGraceSeconds))
  const best = new Snapshot(solution)
  onProgress(best, 0)

  if (initial.length === 0 && canScatter(problem) && limits.spent(0) < 1) {
    clear()
    recreate.first(isOver, true)
    if (solution.penalty > best.penalty) best.restore(solution, state)
  }
  const anneal = new Anneal({
    solution,
    state,
    journal,
    random,
    ruin,
    recreate,
    polish: local && makePolish(solution, state, local, isOver),
    spacing,
    clear,
    isOver,
  })
  let genetic: Genetic | undefined
  /** When routes are to be closed, 0 where they are not or no more; until then there is one quick cooling. */
  let closeAt = fleetMatters(problem, best) ? closeRoutesAt : 0
  const first = new Snapshot(solution)
  let annealFrom = 0
  let annealUntil = 0
  let iterations = 0
  let nextExchange = exchangeFrom
  for (let spent = jobCount > 0 ? limits.spent(iterations) : 1; spent < 1; spent = limits.spent(iterations)) {
    if (closeAt > 0 && spent >= closeAt) {
      closeAt = 0
      const parts = { solution, state, journal, random, ruin, recreate, first, best, limits, onProgress }
      iterations = reduceFleet(parts, iterations)
      anneal.compare()
      annealFrom = limits.spent(iterations)
      continue
    }
    if (closeAt === 0 && annealUntil === 0 && spent >= rateKnownAt) {
      const perJob = iterations / spent / jobCount
      const canBreed = local && !problem.hasPrizes && best.penalty === 0
      // A child takes about as long as an iteration for each job.
      const enough = perJob >= Math.max(fewestChildren, jobCount ** 2 / pairsPerChild)
      annealUntil = canBreed && enough ? spent : 1
      if (!canBreed) anneal.plan(perJob)
    }
    if (!local || spent < (annealUntil || 1)) {
      const batch = limits.batch(iterations, jobCount)
      anneal.run(batch, Math.min(1, (spent - annealFrom) / ((closeAt || annealUntil || 1) - annealFrom)))
      iterations += batch
      if (best.isWorseThan(anneal.round)) best.copy(anneal.round)
    } else {
      if (!genetic) {
        local.penalties = { warp: costPerSecond(problem) || 1, load: firstLoadPrice * spacing || 1 }
        genetic = new Genetic(problem, neighbors, random, local, isOver)
        genetic.add(best.next)
      }
      genetic.step((spent - annealUntil) / (1 - annealUntil))
      iterations += jobCount
      const child = genetic.best
      if (child && child.cost < best.cost) best.takeRoutes(child.next, child.cost, best.penalty)
    }
    if (exchange && spent >= nextExchange) {
      nextExchange = spent + exchangeEvery
      const other = exchange({ penalty: best.penalty, cost: best.cost, plan: best.toPlan() })
      if (other && best.isWorseThan(other)) {
        clear()
        insertGiven(other.plan, solution, state)
        if (solution.absent.length > 0) recreate.first(isOver)
        if (solution.penalty > best.penalty) best.restore(solution, state)
        journal.begin()
        if (best.isWorseThan(solution)) best.take(solution)
        anneal.compare()
        if (genetic && solution.absent.length === 0) genetic.add(solution.next)
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
function canScatter({ types, hasPairs, locks, hasTrips, isJudged }: Problem): boolean {
  return !hasPairs && !locks && !hasTrips && !isJudged && types.every(({ fixedCost }) => fixedCost === 0)
}
