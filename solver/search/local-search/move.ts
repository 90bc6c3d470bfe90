import type { MoveName } from './routes/penalized-routes.ts'
import type { NodePair } from './node-pair.ts'

/** A move of the jobs around a pair of nodes u and v. */
export type Move = {
  name: MoveName
  /**
   * The cost, and the penalties that the routes would have. The move gains where this is below the pair's limit, and only
   * then is it exact: summing ends as soon as the limit is reached.
   */
  evaluate(pair: NodePair): number
  /** Makes the move that was evaluated last. */
  apply(pair: NodePair): void
}
