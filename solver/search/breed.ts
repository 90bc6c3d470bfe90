import type { SearchParts } from './assemble.ts'
import { handles } from '../model/constraints.ts'
import { costPerSecond } from '../model/neighbors.ts'
import { Genetic } from './genetic/genetic.ts'
import type { Problem } from '../model/problem.ts'
import type { Snapshot } from '../route/snapshot.ts'

/** A population needs this many children: one for so many pairs of jobs, but no fewer than that. */
const pairsPerChild = 100
const fewestChildren = 300
/** Where only loads matter, routes of fewer jobs than this make do with fewer children. */
const longRoute = 28
/** Where only loads matter and there are more jobs than this, it needs so many times as many. */
const large = { jobs: 600, times: 10 }
/** The first price of overload: what an average job's load costs, in average distances between neighbors. */
const firstLoadPrice = 5

/** Whether a population could take over: it handles all constraints, and every job is planned. */
export function canBreed({ localSearch, solution }: SearchParts, best: Snapshot): boolean {
  return localSearch !== undefined && handles('population', solution.problem) && best.penalty === 0
}

/**
 * Whether a budget is large enough for a population, in iterations per job. A child counts as one for each job. Where only
 * loads matter, the children of plans with short routes take less time, and annealing more; large plans are annealed better.
 */
export function hasTimeToBreed({ solution }: SearchParts, best: Snapshot, iterationsPerJob: number): boolean {
  const { problem } = solution
  const times = onlyLoadsMatter(problem) ? timesForLoads(problem, best) : 1
  return iterationsPerJob >= Math.max(fewestChildren, (times * problem.jobCount ** 2) / pairsPerChild)
}

function timesForLoads(problem: Problem, best: Snapshot): number {
  return problem.jobCount > large.jobs ? large.times : Math.min(1, jobsPerRoute(problem, best) / longRoute)
}

function onlyLoadsMatter({ types, timed }: Problem): boolean {
  return types.length === 1 && !timed && !types[0].limited
}

function jobsPerRoute({ jobCount, vehicleCount }: Problem, best: Snapshot): number {
  let used = 0
  for (let v = 0; v < vehicleCount; v++) if (!best.isEmpty(v)) used++
  return jobCount / used
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
