import type { PairNodes } from './pair-nodes.ts'
import type { JobSequence } from './routes/job-sequence.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/**
 * A new order for the jobs between two nodes of one route: filled in and evaluated by the moves inside a route, and made
 * when one of them gains.
 */
export class Reordering {
  private readonly routes: PenalizedRoutes
  private after = 0
  private before = 0

  constructor(routes: PenalizedRoutes) {
    this.routes = routes
  }

  /** Begins a new order between two nodes; the jobs are added to the sequence returned. */
  between(after: number, before: number): JobSequence {
    this.after = after
    this.before = before
    return this.routes.sequence.clear()
  }

  /** Has up to two jobs j and k, which are between the nodes p and x now, come behind v. */
  moveBehindV({ v, y, p, u }: PairNodes, j: number, k: number, x: number): this {
    const { position } = this.routes.linked
    if (position[u] < position[v]) this.between(p, y).addRange(x, y).add(j).add(k)
    else this.between(v, x).add(j).add(k).addRange(y, u)
    return this
  }

  /** Adds the penalty for warp that the route would have to a change of cost; its load stays. */
  evaluate({ ru, routes, limit }: PairNodes, cost: number): number {
    const value = cost + routes.warpPenalty(ru, this.after, routes.sequence, this.before)
    return value < limit ? value : Infinity
  }

  apply(): void {
    const { linked, sequence } = this.routes
    let last = this.after
    for (let i = 0; i < sequence.count; i++) {
      linked.join(last, sequence.jobs[i])
      last = sequence.jobs[i]
    }
    linked.join(last, this.before)
  }
}
