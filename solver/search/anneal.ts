import { Annealing } from './accept.ts'
import { dropBrokenBundles } from './ruin-recreate/bundles.ts'
import { Elites } from './elites.ts'
import type { Journal } from '../route/journal.ts'
import type { Random } from '../math/random.ts'
import type { Recreate } from './ruin-recreate/recreate.ts'
import type { RouteState } from '../route/route-state.ts'
import { Snapshot } from '../route/snapshot.ts'
import type { Solution } from '../route/solution.ts'

/** A budget that leaves time for children is spent in several coolings, of so many iterations per job or more. */
const iterationsPerCooling = 500
const mostCoolings = 12
/** So many coolings begin from nothing; later ones with routes of two of the best plans so far. */
const founderCount = 4
/** Where the later ones begin, as a share of the highest temperature. */
const reheat = 0.3
/** How often local search goes over the whole plan, in iterations per job. */
const polishEvery = 6

export type AnnealParts = {
  solution: Solution
  state: RouteState
  journal: Journal
  random: Random
  ruin: () => void
  recreate: Recreate
  /** Missing where local search does not know all constraints. */
  polish: (() => void) | undefined
  /** The average cost from a job to those nearest to it. */
  spacing: number
  /** Leaves only what is locked on the routes. */
  clear: () => void
  isOver: () => boolean
}

/** Ruin and recreate under annealing: fewest and least urgent absent jobs first, then lowest cost. */
export class Anneal {
  /** The best plan of this cooling. */
  round: Snapshot
  private readonly parts: AnnealParts
  private readonly annealing: Annealing
  private readonly elites: Elites
  private coolings = 1
  private cooling = 0
  private sincePolished = 0

  constructor(parts: AnnealParts) {
    this.parts = parts
    this.annealing = new Annealing(parts.solution, parts.spacing, parts.random)
    this.elites = new Elites(founderCount, parts.random)
    this.round = new Snapshot(parts.solution)
  }

  /** Chooses how many coolings the budget is spent in. */
  plan(iterationsPerJob: number): void {
    const many = Math.min(mostCoolings, Math.floor(iterationsPerJob / iterationsPerCooling))
    this.coolings = many > founderCount + 1 ? many : 1
  }

  /** Runs some iterations, when a share of the time for annealing is spent. */
  run(iterations: number, share: number): void {
    const { solution, journal, ruin, recreate, polish, isOver } = this.parts
    if (Math.floor(share * this.coolings) > this.cooling) this.beginCooling()
    this.annealing.cool(Math.min(1, share * this.coolings - this.cooling), this.cooling < founderCount ? 1 : reheat)
    for (let left = iterations; left > 0; left--) {
      const { cost, penalty } = solution
      journal.begin()
      ruin()
      recreate(undefined, isOver)
      if (!this.annealing.accepts(solution, cost, penalty)) journal.rollback()
      else if (this.round.isWorseThan(solution)) this.round.take(solution)
    }
    this.sincePolished += iterations
    if (!polish || this.sincePolished < polishEvery * solution.problem.jobCount) return
    this.sincePolished = 0
    polish()
    this.compare()
  }

  /** Remembers the solution as it is now, if it is the best of this cooling. */
  compare(): void {
    if (this.round.isWorseThan(this.parts.solution)) this.round.take(this.parts.solution)
  }

  private beginCooling() {
    const { solution, state, journal, recreate, clear, isOver } = this.parts
    this.cooling++
    this.elites.add(this.round)
    if (this.elites.isFull) {
      this.elites.cross(solution, state)
      dropBrokenBundles(solution, state)
    } else clear()
    journal.begin()
    recreate.first(isOver)
    this.round = new Snapshot(solution)
  }
}
