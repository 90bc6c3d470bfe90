import type { PairNodes } from './pair-nodes.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/**
 * An exchange of segments of up to two jobs between the routes of a pair: each route serves what the other gives away. Filled
 * in and evaluated by the moves that are such exchanges, and made when one of them gains.
 */
export class SegmentExchange {
  private readonly routes: PenalizedRoutes
  private readonly segmentOfU = new Segment()
  private readonly segmentOfV = new Segment()

  constructor(routes: PenalizedRoutes) {
    this.routes = routes
  }

  /** Has the route of u serve up to two jobs between two of its nodes, in place of what is there; a depot stands for no job. */
  serveOnU(after: number, first: number, second: number, before: number): this {
    this.segmentOfU.set(after, first, second, before)
    return this
  }

  /** The same for the route of v. */
  serveOnV(after: number, first: number, second: number, before: number): this {
    this.segmentOfV.set(after, first, second, before)
    return this
  }

  /** Adds the penalties that both routes would have to a change of cost; Infinity once that is known not to gain. */
  evaluate(pair: PairNodes, cost: number): number {
    const { ru, rv, limit, none } = pair
    const { routes, segmentOfU, segmentOfV } = this
    const { sequence } = routes
    let value = this.addOverload(pair, cost)
    if (value >= limit) return Infinity
    if (!routes.timed) return value
    sequence.set(segmentOfV.first, segmentOfV.second)
    value += routes.warpPenalty(rv, segmentOfV.after, sequence, segmentOfV.before)
    if (value >= limit) return Infinity
    const { after, first, second, before } = segmentOfU
    // A vehicle that is left without jobs stays at home, and is never late.
    if (after >= none && before >= none && first >= none) return value
    value += routes.warpPenalty(ru, after, sequence.set(first, second), before)
    return value < limit ? value : Infinity
  }

  /** Adds the penalties for load: one route gains what the other loses. */
  private addOverload({ ru, rv, routes }: PairNodes, cost: number): number {
    const { dimensions } = routes.problem
    const { amount, ofRoute, scale } = routes.loads
    const { capacity: roomU } = routes.typeOfRoute[ru]
    const { capacity: roomV } = routes.typeOfRoute[rv]
    const { first: j, second: k } = this.segmentOfU
    const { first: l, second: m } = this.segmentOfV
    let overloadOfU = 0
    let overloadOfV = 0
    for (let d = 0; d < dimensions; d++) {
      const gained = amount[j * dimensions + d] + amount[k * dimensions + d]
      const lost = amount[l * dimensions + d] + amount[m * dimensions + d]
      const overU = ofRoute[ru * dimensions + d] + gained - lost - roomU[d]
      const overV = ofRoute[rv * dimensions + d] + lost - gained - roomV[d]
      if (overU > 0) overloadOfU += overU * scale[d]
      if (overV > 0) overloadOfV += overV * scale[d]
    }
    const { load } = routes.penalties
    return cost + overloadOfU * load + overloadOfV * load
  }

  apply(): void {
    this.join(this.segmentOfU)
    this.join(this.segmentOfV)
  }

  private join({ after, first, second, before }: Segment) {
    const { linked, problem } = this.routes
    let last = after
    if (first < problem.jobCount) {
      linked.join(last, first)
      last = first
    }
    if (second < problem.jobCount) {
      linked.join(last, second)
      last = second
    }
    linked.join(last, before)
  }
}

/** Up to two jobs that a route serves between two of its nodes. */
class Segment {
  after = 0
  first = 0
  second = 0
  before = 0

  set(after: number, first: number, second: number, before: number) {
    this.after = after
    this.first = first
    this.second = second
    this.before = before
  }
}
