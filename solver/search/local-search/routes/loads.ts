import type { Problem, VehicleType } from '../../../model/problem.ts'
import type { LinkedRoutes } from './linked-routes.ts'

/**
 * Loads of routes against the capacities of their vehicles. The load of a route is the sum of its jobs' amounts, which is
 * right where everything is delivered or everything is picked up. Overload is summed over quantities, each measured in
 * average jobs.
 */
export class Loads {
  /** By node and quantity; 0 for depots. */
  readonly amount: Float64Array
  /** Amounts from the start of a route up to each node. */
  readonly until: Float64Array
  /** By route and quantity. */
  readonly ofRoute: Float64Array
  /** Average jobs per unit of each quantity. */
  readonly scale: Float64Array
  private readonly problem: Problem
  private readonly typeOfRoute: VehicleType[]
  private readonly linked: LinkedRoutes

  constructor(problem: Problem, typeOfRoute: VehicleType[], linked: LinkedRoutes) {
    const { nodeCount, vehicleCount, jobCount, dimensions, delivery, pickup } = problem
    this.problem = problem
    this.typeOfRoute = typeOfRoute
    this.linked = linked
    this.amount = new Float64Array(nodeCount * dimensions)
    for (let i = 0; i < delivery.length; i++) this.amount[i] = delivery[i] + pickup[i]
    this.until = new Float64Array(nodeCount * dimensions)
    this.ofRoute = new Float64Array(vehicleCount * dimensions)
    this.scale = Float64Array.from({ length: dimensions }, (_, d) => {
      let sum = 0
      for (let j = 0; j < jobCount; j++) sum += this.amount[j * dimensions + d]
      return sum > 0 ? jobCount / sum : 1
    })
  }

  /** Present overload of a route. */
  overload(v: number): number {
    const { dimensions } = this.problem
    const { capacity } = this.typeOfRoute[v]
    let sum = 0
    for (let d = 0; d < dimensions; d++) {
      const over = this.ofRoute[v * dimensions + d] - capacity[d]
      if (over > 0) sum += over * this.scale[d]
    }
    return sum
  }

  /** Overload of a route once it has gained two jobs and lost two; a depot stands for no job. */
  overloadWith(v: number, gained: number, gained2: number, lost: number, lost2: number): number {
    const { dimensions } = this.problem
    const { amount, ofRoute, scale } = this
    const { capacity } = this.typeOfRoute[v]
    let sum = 0
    for (let d = 0; d < dimensions; d++) {
      const over =
        ofRoute[v * dimensions + d] +
        amount[gained * dimensions + d] +
        amount[gained2 * dimensions + d] -
        amount[lost * dimensions + d] -
        amount[lost2 * dimensions + d] -
        capacity[d]
      if (over > 0) sum += over * scale[d]
    }
    return sum
  }

  /** Overload of vehicle v when it drives its own route up to a and then what follows b on route w. */
  overloadJoined(v: number, a: number, b: number, w: number): number {
    const { dimensions } = this.problem
    const { until, ofRoute, scale } = this
    const { capacity } = this.typeOfRoute[v]
    let sum = 0
    for (let d = 0; d < dimensions; d++) {
      const tail = ofRoute[w * dimensions + d] - until[b * dimensions + d]
      const over = until[a * dimensions + d] + tail - capacity[d]
      if (over > 0) sum += over * scale[d]
    }
    return sum
  }

  /** Overload of vehicles v and w of one type when v has its jobs up to a and those of w up to b, and w has the others. */
  overloadOfHeads(v: number, a: number, w: number, b: number): number {
    const { dimensions } = this.problem
    const { until, ofRoute, scale } = this
    const { capacity } = this.typeOfRoute[v]
    let sum = 0
    for (let d = 0; d < dimensions; d++) {
      const heads = until[a * dimensions + d] + until[b * dimensions + d]
      const tails = ofRoute[v * dimensions + d] + ofRoute[w * dimensions + d] - heads
      if (heads > capacity[d]) sum += (heads - capacity[d]) * scale[d]
      if (tails > capacity[d]) sum += (tails - capacity[d]) * scale[d]
    }
    return sum
  }

  /** Brings the loads along a route up to date. */
  update(v: number): void {
    const { jobCount, dimensions } = this.problem
    const { amount, until, ofRoute } = this
    const { next } = this.linked
    for (let d = 0; d < dimensions; d++) {
      let sum = 0
      for (let job = next[jobCount + 2 * v]; job < jobCount; job = next[job])
        until[job * dimensions + d] = sum += amount[job * dimensions + d]
      ofRoute[v * dimensions + d] = sum
    }
  }
}
