import { exponential, logarithm } from './portable-math.ts'
import type { Random } from './random.ts'
import type { Solution } from './solution.ts'

/** First and last temperature, as a share of the average cost from one stop to the next. */
const HOT = 0.5
const COLD = 0.005

/** Simulated annealing over the part of the budget that is spent. */
export class Annealing {
  private readonly random: Random
  private readonly hot: number
  private readonly cooling = logarithm(COLD / HOT)
  private readonly draws: Float64Array
  private temperature: number

  constructor(first: Solution, random: Random) {
    this.random = random
    const arcs = first.problem.jobCount - first.absent.length + first.used.length
    this.hot = (HOT * drivingCost(first)) / Math.max(1, arcs)
    this.temperature = this.hot
    // -ln u for an even spread of u
    this.draws = Float64Array.from({ length: 1024 }, (_, i) => -logarithm((i + 0.5) / 1024))
  }

  /** Sets the temperature for a share of the budget, 0 to 1. */
  cool(spent: number): void {
    this.temperature = this.hot * exponential(this.cooling * spent)
  }

  /** Whether a plan of this cost may follow one of that cost. */
  accepts(cost: number, before: number): boolean {
    return cost < before + this.temperature * this.draws[this.random.below(1024)]!
  }
}

function drivingCost(solution: Solution): number {
  const { types, typeOf } = solution.problem
  let cost = solution.cost
  for (let u = 0; u < solution.used.length; u++) cost -= types[typeOf[solution.used.items[u]!]!]!.fixedCost
  return cost
}
