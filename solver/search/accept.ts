import { exponential, logarithm } from '../math/portable-math.ts'
import type { Random } from '../math/random.ts'
import type { Solution } from '../route/solution.ts'

/** First and last temperature, as a share of the average cost from a job to those nearest to it. */
const initialHeat = 1.5
const cold = 0.04
/** The same for leaving jobs out, as a share of what an absent job weighs on average. */
const initialAbsenceHeat = 0.5

/** Simulated annealing over the part of the budget that is spent. */
export class Annealing {
  private readonly random: Random
  private readonly hot: number
  private readonly draws: Float64Array
  private readonly hotAbsence: number
  private heat = 1

  /** Spacing is the average cost from a job to those nearest to it. */
  constructor(first: Solution, spacing: number, random: Random) {
    this.random = random
    this.hot = initialHeat * spacing
    this.hotAbsence = (initialAbsenceHeat * first.penalty) / Math.max(1, first.absent.length)
    // -ln u for an even spread of u
    this.draws = Float64Array.from({ length: 1024 }, (_, i) => -logarithm((i + 0.5) / 1024))
  }

  /** Sets the temperature for a share of a cooling, 0 to 1, that began at a share of the highest temperature. */
  cool(share: number, from: number): void {
    this.heat = from * exponential(logarithm(cold / (initialHeat * from)) * share)
  }

  /** Whether a plan may follow one of that cost and penalty. */
  accepts(plan: Solution, cost: number, penalty: number): boolean {
    if (plan.penalty < penalty) return true
    const draw = this.heat * this.draws[this.random.below(1024)]
    if (plan.penalty === penalty) return plan.cost < cost + this.hot * draw
    // Where not all jobs fit at once, leaving out others for a while is the way to the best choice.
    return penalty > 0 && plan.penalty < penalty + this.hotAbsence * draw
  }
}
