import type { SearchParts } from './assemble.ts'
import { handles } from '../model/constraints.ts'
import { costPerSecond } from '../model/neighbors.ts'
import { Genetic } from './genetic/genetic.ts'
import type { Problem } from '../model/problem.ts'
import type { Snapshot } from '../route/snapshot.ts'

/** A population needs this many children: one for so many pairs of jobs, but no fewer than that. */
const pairsPerChild = 100
const fewestChildren = 300
/** Where only loads matter, annealing does so well that a population needs this many times as many. */
const timesForLoads = 4
/** Plans with more jobs are bred only in parts. */
const mostJobs = 600
/**
 * With fewer iterations per job, a plan is annealed to the end. Where only loads matter, annealing is faster but a child takes as
 * long, so more are needed.
 */
const fewestForParts = 3000
const fewestForPartsOfLoads = 5000
/** The first price of overload: what an average job's load costs, in average distances between neighbors. */
const firstLoadPrice = 5

/** Whether a population could take over: it handles all constraints, and every job is planned. */
export function canBreed({ localSearch, solution }: SearchParts, best: Snapshot): boolean {
  return localSearch !== undefined && handles('population', solution.problem) && best.penalty === 0
}

/** Whether a budget is large enough for a population, in iterations per job. A child counts as one for each job. */
export function hasTimeToBreed(problem: Problem, iterationsPerJob: number): boolean {
  const { jobCount } = problem
  const times = onlyLoadsMatter(problem) ? timesForLoads : 1
  const needed = times * Math.max(fewestChildren, jobCount ** 2 / pairsPerChild)
  return jobCount <= mostJobs && iterationsPerJob >= needed
}

/** Whether a budget is large enough to breed the parts of a plan once it has been annealed, in iterations per job. */
export function hasTimeToBreedParts(problem: Problem, iterationsPerJob: number): boolean {
  return iterationsPerJob >= (onlyLoadsMatter(problem) ? fewestForPartsOfLoads : fewestForParts)
}

function onlyLoadsMatter({ types, timed }: Problem): boolean {
  return types.length === 1 && !timed && !types[0].limited
}

/** Starts a population with the best plan so far. Only where `canBreed` holds. */
export function foundPopulation(parts: SearchParts, best: Snapshot): Genetic {
  const { solution, neighbors, random, localSearch, spacing, isOver } = parts
  const { problem } = solution
  localSearch!.penalties = { warp: costPerSecond(problem) || 1, load: firstLoadPrice * spacing || 1 }
  const population = new Genetic(problem, neighbors, random, localSearch!, isOver)
  population.add(best.next)
  return population
}

/** Replaces a plan by the best one of its population if that is cheaper. */
export function takeBest({ best }: Genetic, plan: Snapshot): void {
  if (best && best.cost < plan.cost) plan.takeRoutes(best.next, best.cost, plan.penalty)
}
