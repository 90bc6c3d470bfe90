import type { SearchParts } from '../assemble.ts'
import { cut } from './cut.ts'
import type { Problem } from '../../model/problem.ts'
import { type PartSearch, searchPart } from './part-search.ts'
import { SimulatedAnnealing } from '../anneal.ts'
import { Snapshot } from '../../route/snapshot.ts'

/** From this many jobs on, travel tables are so large that most iterations wait for memory. */
const fewestJobs = 8000
export const jobsPerPart = 2500
/** How often the plan is cut. */
const rounds = 4
/** The first temperature, as a multiple of the usual one. */
const heat = 2

/** Runs some iterations on a part with this many jobs, and returns the share of the budget that is spent then. */
export type Advance = (jobCount: number, run: (iterations: number) => void) => number

/** A plan that is annealed part by part. */
export type Divisible<Part extends { jobs: readonly unknown[] }> = {
  jobCount: number
  /** Cuts it into parts, elsewhere each time. */
  cut: () => readonly Part[]
  /** Makes a search for a part, with the routes that it has now. */
  search: (part: Part) => PartSearch
  /** Called when all parts of a round are done. */
  endRound: () => void
}

/** Whether a plan is better annealed part by part. */
export function partsPay({ jobCount }: Problem): boolean {
  return jobCount >= fewestJobs
}

/** Anneals a plan part by part. Uses up the budget. */
export function annealParts(
  whole: SearchParts,
  best: Snapshot,
  { spent, advance }: { spent: number; advance: Advance },
): void {
  const { solution, journal, neighbors, random } = whole
  const plan = {
    jobCount: solution.problem.jobCount,
    cut: () => cut(solution, neighbors, random, jobsPerPart),
    search: (part: ReturnType<typeof cut>[number]) => searchPart(whole, part),
    endRound: () => {
      if (best.isWorseThan(solution)) best.take(solution)
    },
  }
  annealRounds(plan, { spent, advance })
  journal.begin()
}

/**
 * In each round all parts go through the same temperatures, one part after the other, and the next round continues at lower
 * ones with other parts. Uses up the budget.
 */
export function annealRounds<Part extends { jobs: readonly unknown[] }>(
  plan: Divisible<Part>,
  { spent, advance }: { spent: number; advance: Advance },
): void {
  let jobsLeft = rounds * plan.jobCount
  for (let round = 0; round < rounds && spent < 1; round++) {
    for (const part of plan.cut()) {
      if (spent >= 1) break
      const from = spent
      const until = from + ((1 - from) * part.jobs.length) / jobsLeft
      jobsLeft -= part.jobs.length
      const { parts, putBack } = plan.search(part)
      const annealing = new SimulatedAnnealing(parts)
      while (spent < until) {
        const share = (spent - from) / (until - from)
        spent = advance(part.jobs.length, (count) => annealing.run(count, (round + share) / rounds, heat))
      }
      // The next round goes on from where this one is, which is seldom the best plan while it is hot.
      putBack(round === rounds - 1 ? annealing.best : new Snapshot(parts.solution))
    }
    plan.endRound()
  }
}
