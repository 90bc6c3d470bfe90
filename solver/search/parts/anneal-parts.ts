import type { SearchParts } from '../assemble.ts'
import { type Budget, type Divisible, searchInRounds } from './rounds.ts'
import { cut } from './cut.ts'
import type { Problem } from '../../model/problem.ts'
import { searchPart } from './part-search.ts'
import { SimulatedAnnealing } from '../anneal.ts'
import { Snapshot } from '../../route/snapshot.ts'

/** From this many jobs on, travel tables are so large that most iterations wait for memory. */
const fewestJobs = 8000
export const jobsPerPart = 2500
/** How often the plan is cut. */
const rounds = 4
/** The first temperature, as a multiple of the usual one. */
const heat = 2

/** Whether a plan is better annealed part by part. */
export function partsPay({ jobCount }: Problem): boolean {
  return jobCount >= fewestJobs
}

/** Anneals a plan part by part. Uses up the budget. */
export function annealParts(whole: SearchParts, best: Snapshot, budget: Budget): void {
  const { solution, journal, neighbors, random } = whole
  const plan = {
    jobCount: solution.problem.jobCount,
    cut: () => cut(solution, neighbors, random, jobsPerPart),
    search: (part: ReturnType<typeof cut>[number]) => searchPart(whole, part),
    endRound: () => {
      if (best.isWorseThan(solution)) best.take(solution)
    },
  }
  annealRounds(plan, budget)
  journal.begin()
}

/**
 * In each round all parts go through the same temperatures, one part after the other, and the next round continues at lower
 * ones with other parts. Uses up the budget.
 */
export function annealRounds<Part extends { jobs: readonly unknown[] }>(plan: Divisible<Part>, budget: Budget): void {
  searchInRounds(plan, rounds, budget, (parts, round) => {
    const annealing = new SimulatedAnnealing(parts)
    return {
      step: (share, iterations) => {
        annealing.run(iterations, (round + share) / rounds, heat)
        return iterations
      },
      // The next round goes on from where this one is, which is seldom the best plan while it is hot.
      plan: () => (round === rounds - 1 ? annealing.best : new Snapshot(parts.solution)),
    }
  })
}
