import { iterationsPerCooling, SimulatedAnnealing } from './anneal.ts'
import { annealParts, partsPay } from './parts/anneal-parts.ts'
import { assemble } from './assemble.ts'
import { breedParts } from './parts/breed-parts.ts'
import { canBreed, foundPopulation, hasTimeToBreed, hasTimeToBreedParts, takeBest } from './breed.ts'
import { closeRoutes, fleetMatters } from './close-routes.ts'
import { construct, scatter, takeSavings } from './construct.ts'
import { savingsKnow, savingsPay } from './savings/savings.ts'
import type { Genetic } from './genetic/genetic.ts'
import { IteratedLocalSearch, iterationsPerStep, mayIterate } from './iterated/iterated.ts'
import { handles } from '../model/constraints.ts'
import type { Limits } from './limits.ts'
import { makeExchange } from './exchange.ts'
import type { Problem } from '../model/problem.ts'
import type { Random } from '../math/random.ts'
import { Snapshot } from '../route/snapshot.ts'
import { Settled } from './settled.ts'
import { Speed } from './speed.ts'
import type { SolveOptions } from '../json/options.ts'

/** How much longer than its limit a search may take to have a first plan. */
export const firstPlanGraceSeconds = 0.08
/** A first plan may take this share of the time that reading a large problem took, even if no time is left. */
export const firstPlanShare = 0.1
/** The share of the budget after which we know how many iterations it is worth. */
const rateKnownAt = 0.05
/** The share of the budget until which a population may take over: a program gets faster while it warms up. */
const breedAtLatest = 0.2
/** The share of the budget after which the parts of an annealed plan are bred. */
const breedPartsAt = 0.6
/** The share of the budget after which routes are closed, where that matters most. */
const closeRoutesAt = 0.1
/** A search ends by itself only where its budget is worth so many coolings, and it has done so many without a gain. */
const leastCoolings = 5
const coolingsWithoutGain = 2

/** The best plan found, and how many iterations that took. */
export type SearchResult = {
  best: Snapshot
  iterations: number
}

/**
 * Searches for the plan with the fewest and least urgent absent jobs, and then the lowest cost, phase by phase:
 * construct a first plan, close routes where vehicles are dear, then anneal, part by part if the problem is very large, breed
 * where the budget and the constraints allow a population, of whole plans or of parts, or iterate local search where routes are
 * long. Each phase takes its share of the budget; with `untilSettled`, annealing takes full coolings instead, and the search ends
 * once no better plan is to be expected.
 * `onProgress` gets the best plan and the number of iterations so far.
 */
export function search(
  problem: Problem,
  random: Random,
  limits: Limits,
  { initial = [], exchange }: Pick<SolveOptions, 'initial' | 'exchange'>,
  onProgress: (best: Snapshot, iterations: number) => void,
): SearchResult {
  const { jobCount } = problem
  const parts = assemble(problem, random, () => limits.isOver())
  const { solution, state, journal, recreate, isOver } = parts

  const best = construct(parts, initial, limits.within(firstPlanShare, firstPlanGraceSeconds))
  onProgress(best, 0)
  const mayStartOver = () => initial.length === 0 && limits.spent(0) < 1
  const startsFromSavings = savingsPay(problem) && mayStartOver() && takeSavings(parts, best)
  if (startsFromSavings) onProgress(best, 0)
  else if (handles('scattering', problem) && mayStartOver()) scatter(parts, best)

  const annealing = new SimulatedAnnealing(parts)
  let population: Genetic | undefined
  let iterated: IteratedLocalSearch | undefined
  const takeFromOthers = makeExchange(parts, best, exchange)
  const closesRoutes = fleetMatters(problem, best)
  let iterations = 0
  const { untilSettled } = limits
  const cooling = iterationsPerCooling(jobCount)
  const settled = new Settled(jobCount, coolingsWithoutGain * cooling)
  const isRipe = () => !closesRoutes && mayIterate(parts, best, iterations)
  const isSettled = () => untilSettled && settled.isReached(best, iterations)
  let spent = jobCount > 0 ? limits.spent(iterations) : 1
  /** The share of the budget that was spent when annealing started for good. */
  let annealFrom = 0
  /** The same in iterations. */
  let coolFrom = 0
  const speed = new Speed(jobCount)
  const isWorthBreeding = () => hasTimeToBreed(problem, speed.perJob(iterations, spent))

  if (startsFromSavings && savingsKnow(problem) && !closesRoutes && partsPay(problem)) {
    annealParts(parts, best, { spent, advance })
  } else if (closesRoutes) {
    const first = new Snapshot(solution)
    runUntil(closeRoutesAt, () => anneal(spent / closeRoutesAt))
    if (spent < 1) {
      iterations = closeRoutes(parts, { first, best, limits, onProgress }, iterations)
      annealing.compare()
      annealFrom = limits.spent(iterations)
      spent = limits.spent(iterations)
      coolFrom = iterations
    }
  } else if (untilSettled) {
    const isCool = () => iterations >= cooling || isRipe()
    runUntil(rateKnownAt, () => anneal(Math.min(1, iterations / cooling)), isCool)
  } else {
    const isDecided = () => spent >= rateKnownAt && (!canBreed(parts, best) || isWorthBreeding())
    runUntil(
      breedAtLatest,
      () => anneal(spent),
      () => isRipe() || isDecided(),
    )
  }

  const mayBreed = canBreed(parts, best)
  const iterationsPerJob = speed.perJob(iterations, spent)
  if (spent < 1 && mayBreed && isWorthBreeding()) {
    const breedFrom = spent
    population = foundPopulation(parts, best)
    runUntil(1, () => breed((spent - breedFrom) / (1 - breedFrom)), isSettled)
  } else if (untilSettled && iterationsPerJob * jobCount >= leastCoolings * cooling) {
    runUntil(1, () => anneal((iterations - coolFrom) / cooling), isSettled)
  } else if (spent < 1 && isRipe()) {
    const iterateFrom = spent
    iterated = new IteratedLocalSearch(parts, parts.localSearch!, best)
    runUntil(1, () => iterate((spent - iterateFrom) / (1 - iterateFrom)))
  } else {
    if (!mayBreed) annealing.splitBudget(iterationsPerJob)
    const breedsParts = mayBreed && hasTimeToBreedParts(problem, iterationsPerJob)
    const annealTo = breedsParts ? breedPartsAt : 1
    runUntil(annealTo, () => anneal((spent - annealFrom) / (annealTo - annealFrom)))
    if (breedsParts && spent < 1) {
      const exchange = () => takeFromOthers(spent)
      breedParts(parts, best, { spent, advance, iterationsPerJob: (1 - spent) * iterationsPerJob, exchange })
    }
  }

  best.restore(solution, state)
  journal.begin()
  // Blinks may have hidden a free position.
  recreate.patiently(isOver)
  if (best.isWorseThan(solution)) best.take(solution)
  return { best, iterations }

  /** The main loop: runs a phase until a share of the budget is spent, or it is done before. */
  function runUntil(share: number, phase: () => void, isDone = () => false) {
    for (; spent < share && !isDone(); spent = limits.spent(iterations)) {
      phase()
      if (takeFromOthers(spent)) {
        annealing.compare()
        if (solution.absent.length === 0) population?.add(solution.next)
        iterated?.start()
      }
      if (limits.isProgressDue(iterations)) onProgress(best, iterations)
    }
  }

  function advance(jobs: number, step: (iterations: number) => number): number {
    iterations += step(limits.batch(iterations, jobs))
    if (limits.isProgressDue(iterations)) onProgress(best, iterations)
    return (spent = limits.spent(iterations))
  }

  function anneal(share: number) {
    const batch = limits.batch(iterations, jobCount)
    annealing.run(batch, share)
    iterations += batch
    if (best.isWorseThan(annealing.best)) best.copy(annealing.best)
  }

  function iterate(share: number) {
    iterated!.step(share)
    iterations += iterationsPerStep
  }

  function breed(share: number) {
    population!.step(share)
    // A child takes about as long as an iteration for each job.
    iterations += jobCount
    takeBest(population!, best)
  }
}
