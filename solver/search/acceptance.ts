import { exponential, logarithm } from '../math/portable-math.ts'
import type { Random } from '../math/random.ts'
import type { Solution } from '../route/solution.ts'

/**
 * The first and the last temperature, in average costs from a job to its nearest ones. With a power of 1, the temperature
 * falls by the same factor in each share of the time. With more, it stays high for longer and falls quickly at the end.
 */
export type Temperatures = { initial: number; final: number; power: number }

/** For annealing. The power was found by trial, and gains most in short budgets. */
export const usualTemperatures: Temperatures = { initial: 1.5, final: 0.04, power: 1.6 }
/** The first temperature for leaving jobs out, in penalties of an average absent job. */
const initialAbsenceTemperature = 0.5
/** How many random draws are worked out in advance. */
const drawCount = 1024

/**
 * Simulated annealing's acceptance criterion, as SISR has it (Christiaens and Vanden Berghe 2020): a plan follows another
 * if it costs less than that one plus temperature × -ln u, with u drawn evenly between 0 and 1.
 */
export class AcceptanceCriterion {
  private readonly random: Random
  private readonly temperatures: Temperatures
  private readonly initial: number
  private readonly initialAbsence: number
  /** -ln u for an even spread of u. */
  private readonly draws: Float64Array
  /** As a share of the initial temperature. */
  private temperature = 1
  /** The last draw, times the temperature. */
  private drawn = 0

  /** `spacing` is the average search cost from a job to its nearest ones. */
  constructor(first: Solution, spacing: number, random: Random, temperatures = usualTemperatures) {
    this.random = random
    this.temperatures = temperatures
    this.initial = temperatures.initial * spacing
    this.initialAbsence = (initialAbsenceTemperature * first.penalty) / Math.max(1, first.absent.length)
    this.draws = Float64Array.from({ length: drawCount }, (_, i) => -logarithm((i + 0.5) / drawCount))
  }

  /** Sets the temperature for a cooling that is a `share` from 0 to 1 over and started at `from` × the initial one. */
  cool(share: number, from: number): void {
    const { initial, final, power } = this.temperatures
    const way = share > 0 ? exponential(power * logarithm(share)) : 0
    this.temperature = from * exponential(logarithm(final / (initial * from)) * way)
  }

  /** Draws how much worse the next solution may be. */
  draw(): void {
    this.drawn = this.temperature * this.draws[this.random.below(drawCount)]
  }

  /** What a solution may cost at most that follows one of this cost, if both leave out the same. */
  most(cost: number): number {
    return cost + this.initial * this.drawn
  }

  /** Whether a solution may follow one of that cost and penalty, by the last draw. */
  accepts(solution: Pick<Solution, 'cost' | 'penalty'>, cost: number, penalty: number): boolean {
    if (solution.penalty < penalty) return true
    if (solution.penalty === penalty) return solution.cost < this.most(cost)
    // Where jobs compete for room, the best choice is reached by leaving out others for a while.
    return penalty > 0 && solution.penalty < penalty + this.initialAbsence * this.drawn
  }
}
