import type { Snapshot } from '../route/snapshot.ts'

/**
 * The search waits for a better plan for so many iterations per job, and so many more per pair of jobs. A child of two
 * plans counts as one iteration per job, so a day of 40 waits for 1,400 children: past the first renewal of the population.
 */
const patiencePerJob = 600
const patiencePerPair = 20
/** The least gain that counts, as a share of the cost. Smaller ones add up. */
const leastGain = 0.0002

/**
 * Tells when no better plan is to be expected: when the search went on for long without one, both for the size of the
 * problem and compared with what it took to find the last one. HGS-CVRP (Vidal, 2022) ends after 20,000 iterations
 * without improvement, and PyVRP's `NoImprovement` after a given number. Both are the same for a day of five stops.
 */
export class Settled {
  private readonly patience: number
  private penalty = Infinity
  private cost = Infinity
  private improvedAt = 0

  /** `longest` is what the search may take for one round that can only end better, such as a cooling, in iterations. */
  constructor(jobCount: number, longest: number) {
    this.patience = Math.max(jobCount * (patiencePerJob + patiencePerPair * jobCount), longest)
  }

  /** Whether to expect no better plan after so many iterations. Asked after each step of the search. */
  isReached({ penalty, cost }: Snapshot, iterations: number): boolean {
    if (penalty < this.penalty || cost < this.cost - leastGain * Math.abs(this.cost)) {
      this.penalty = penalty
      this.cost = cost
      this.improvedAt = iterations
    }
    return iterations - this.improvedAt >= Math.max(this.patience, this.improvedAt)
  }
}
