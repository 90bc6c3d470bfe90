import { MoveCosts } from './move-costs.ts'
import type { PairNodes } from './pair-nodes.ts'
import { Reordering } from './reordering.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'
import { SegmentExchange } from './segment-exchange.ts'

/** A pair of nodes that the moves try, with the costs of the moves and what carries them out. */
export class NodePair implements PairNodes {
  readonly routes: PenalizedRoutes
  readonly none: number
  /** Change of driving cost by each move of the pair. */
  readonly costs = new MoveCosts()
  readonly exchange: SegmentExchange
  readonly reordering: Reordering

  u = 0
  p = 0
  x = 0
  xx = 0
  ru = 0
  v = 0
  q = 0
  y = 0
  rv = 0
  limit = 0

  constructor(routes: PenalizedRoutes) {
    this.routes = routes
    this.none = routes.problem.jobCount
    this.exchange = new SegmentExchange(routes)
    this.reordering = new Reordering(routes)
  }

  /** Looks around u, which is a job. */
  setU(u: number): void {
    const { next, prev, routeOf } = this.routes.linked
    const x = next[u]
    this.u = u
    this.p = prev[u]
    this.x = x
    this.xx = x < this.none ? next[x] : x
    this.ru = routeOf[u]
    this.costs.setU(this)
  }

  /** Looks around v, once u is set: a job, or the start of a vehicle without jobs. */
  setV(v: number): void {
    const { routes, ru } = this
    const { next, prev, routeOf } = routes.linked
    const rv = routeOf[v]
    this.v = v
    this.q = prev[v]
    this.y = next[v]
    this.rv = rv
    this.limit = ru === rv ? routes.limitWithin(ru) : routes.limitOf(ru, rv)
  }
}
