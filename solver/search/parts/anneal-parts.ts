import type { SearchParts } from '../assemble.ts'
import { cut } from './cut.ts'
import type { Problem } from '../../model/problem.ts'
import { searchPart } from './part-search.ts'
import { SimulatedAnnealing } from '../anneal.ts'
import { Snapshot } from '../../route/snapshot.ts'

/** From so many jobs on, travel tables are so large that most iterations wait for memory. */
const fewestJobs = 8000
const jobsPerPart = 2500
/** How often the plan is cut. */
const rounds = 4
/** The first temperature, as a multiple of the usual one. */
const heat = 2

/** Runs some iterations on a part with so many jobs, and returns the share of the budget that is spent then. */
type Advance = (jobCount: number, run: (iterations: number) => void) => number

/** Whether a plan is better annealed part by part. */
export function partsPay({ jobCount }: Problem): boolean {
  return jobCount >= fewestJobs
}

/**
 * Anneals a plan part by part. In each round all parts go through the same temperatures, one part after the other, and the next
 * round continues at lower ones with other parts. Uses up the budget.
 */
export function annealParts(
  whole: SearchParts,
  best: Snapshot,
  { spent, advance }: { spent: number; advance: Advance },
): void {
  const { solution, journal, neighbors, random } = whole
  const { jobCount } = solution.problem
  let jobsLeft = rounds * jobCount
  for (let round = 0; round < rounds && spent < 1; round++) {
    for (const part of cut(solution, neighbors, random, jobsPerPart)) {
      if (spent >= 1) break
      const from = spent
      const until = from + ((1 - from) * part.jobs.length) / jobsLeft
      jobsLeft -= part.jobs.length
      const { parts, putBack } = searchPart(whole, part)
      const annealing = new SimulatedAnnealing(parts)
      while (spent < until) {
        const share = (spent - from) / (until - from)
        spent = advance(part.jobs.length, (count) => annealing.run(count, (round + share) / rounds, heat))
      }
      // The next round goes on from where this one is, which is seldom the best plan while it is hot.
      putBack(round === rounds - 1 ? annealing.best : new Snapshot(parts.solution))
    }
    if (best.isWorseThan(solution)) best.take(solution)
  }
  journal.begin()
}
