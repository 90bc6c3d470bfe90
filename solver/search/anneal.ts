import { AcceptanceCriterion } from './acceptance.ts'
import type { SearchParts } from './assemble.ts'
import { clearRoutes } from './construct.ts'
import { dropBrokenBundles } from './ruin-recreate/broken-bundles.ts'
import { Elites } from './elites.ts'
import { makePolish } from './polish.ts'
import { Snapshot } from '../route/snapshot.ts'

/** Where no population takes over, the budget is split into several coolings of at least so many iterations per job. */
const mostPerCooling = 500
/** Small problems freeze sooner. */
const leastPerCooling = 100
const perCoolingAndJob = 5
const mostCoolings = 12
/** The first coolings start from nothing, later ones from the routes of two of the best plans so far. */
const founderCount = 4
/** The share of the initial temperature that later coolings start from. */
const reheat = 0.3
/**
 * How often local search improves all routes, in iterations per job. Without windows it gains less, so that it waits longer,
 * unless it would run only a few times then.
 */
const polishEvery = 6
const polishEveryUntimed = 25
const fewPolishes = 60

/** How many iterations one cooling takes where a search ends by itself. */
export function iterationsPerCooling(jobCount: number): number {
  return jobCount * Math.min(mostPerCooling, Math.max(leastPerCooling, perCoolingAndJob * jobCount))
}

/**
 * Simulated annealing over ruin and recreate: SISR of Christiaens and Vanden Berghe (2020), "Slack induction by string
 * removals for vehicle routing problems". First it wants few and less urgent absent jobs, then low cost.
 */
export class SimulatedAnnealing {
  /** The best plan of this cooling. */
  best: Snapshot
  private readonly parts: SearchParts
  private readonly criterion: AcceptanceCriterion
  private readonly elites: Elites
  private readonly polish: (() => void) | undefined
  private coolings = 1
  private cooling = 0
  private sincePolished = 0
  /** The share of the budget that was spent then. */
  private polishedAt = 0

  constructor(parts: SearchParts) {
    const { solution, spacing, random } = parts
    this.parts = parts
    this.criterion = new AcceptanceCriterion(solution, spacing, random)
    this.elites = new Elites(founderCount, random)
    this.polish = makePolish(parts)
    this.best = new Snapshot(solution)
  }

  /** Chooses how many coolings the budget is split into. */
  splitBudget(iterationsPerJob: number): void {
    const coolings = Math.min(mostCoolings, Math.floor(iterationsPerJob / mostPerCooling))
    this.coolings = coolings > founderCount + 1 ? coolings : 1
  }

  /**
   * Runs some iterations. `share` of annealing's part of the budget is spent; beyond 1, one more cooling follows. The first
   * ones start at `heat` × the usual temperature.
   */
  run(iterations: number, share: number, heat = 1): void {
    const { solution, journal, ruin, recreate, isOver } = this.parts
    if (Math.floor(share * this.coolings) > this.cooling) this.beginCooling()
    this.criterion.cool(Math.min(1, share * this.coolings - this.cooling), this.cooling < founderCount ? heat : reheat)
    for (let left = iterations; left > 0; left--) {
      const { cost, penalty } = solution
      journal.begin()
      this.criterion.draw()
      ruin()
      recreate(undefined, isOver, penalty === 0 ? this.criterion.most(cost) : Infinity)
      if (!this.criterion.accepts(solution, cost, penalty)) journal.rollback()
      else if (this.best.isWorseThan(solution)) this.best.take(solution)
    }
    this.sincePolished += iterations
    if (!this.polish || !this.isPolishDue(share)) return
    this.sincePolished = 0
    this.polishedAt = share
    this.polish()
    this.compare()
  }

  private isPolishDue(share: number): boolean {
    const { timed, jobCount } = this.parts.solution.problem
    if (timed || share >= this.polishedAt + 1 / fewPolishes) return this.sincePolished >= polishEvery * jobCount
    return this.sincePolished >= polishEveryUntimed * jobCount
  }

  /** Remembers the current solution if it is the best of this cooling. */
  compare(): void {
    if (this.best.isWorseThan(this.parts.solution)) this.best.take(this.parts.solution)
  }

  private beginCooling() {
    const { solution, state, journal, recreate, isOver } = this.parts
    this.cooling++
    this.elites.add(this.best)
    if (this.elites.isFull) {
      this.elites.cross(solution, state)
      dropBrokenBundles(solution, state)
    } else clearRoutes(this.parts)
    journal.begin()
    recreate.first(isOver)
    this.best = new Snapshot(solution)
  }
}
