import type { PartSearch } from './part-search.ts'
import type { SearchParts } from '../assemble.ts'
import type { Snapshot } from '../../route/snapshot.ts'

/** A plan that is searched part by part. */
export type Divisible<Part extends { jobs: readonly unknown[] }> = {
  jobCount: number
  /** Cuts it into parts, elsewhere each time. */
  cut: () => readonly Part[]
  /** Makes a search for a part, with the routes that it has now. */
  search: (part: Part) => PartSearch
  /** Called when all parts of a round are done. */
  endRound: () => void
}

/**
 * Runs a step of the search of a part with this many jobs. The step is told how many iterations it may take, and returns how many
 * it took. Returns the share of the budget that is spent then.
 */
export type Advance = (jobCount: number, step: (iterations: number) => number) => number

/** The share of the budget that is spent, and how to spend more. */
export type Budget = { spent: number; advance: Advance }

/** How one part is searched in one round. */
export type Phase = {
  /** Takes a step, after a `share` of the part's time. Returns how many iterations it took. */
  step: (share: number, iterations: number) => number
  /** The plan that the part goes on with. */
  plan: () => Snapshot
}

/**
 * In each of some rounds, cuts the plan and searches its parts one after the other. All get the same time for each job. Uses up
 * the budget.
 */
export function searchInRounds<Part extends { jobs: readonly unknown[] }>(
  plan: Divisible<Part>,
  rounds: number,
  { spent, advance }: Budget,
  begin: (parts: SearchParts, round: number) => Phase,
): void {
  let jobsLeft = rounds * plan.jobCount
  for (let round = 0; round < rounds && spent < 1; round++) {
    for (const part of plan.cut()) {
      if (spent >= 1) break
      const from = spent
      const until = from + ((1 - from) * part.jobs.length) / jobsLeft
      jobsLeft -= part.jobs.length
      const { parts, putBack } = plan.search(part)
      const phase = begin(parts, round)
      while (spent < until) {
        const share = (spent - from) / (until - from)
        spent = advance(part.jobs.length, (iterations) => phase.step(share, iterations))
      }
      putBack(phase.plan())
    }
    plan.endRound()
  }
}
