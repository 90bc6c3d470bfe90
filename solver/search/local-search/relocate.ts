import type { Move } from './move.ts'

/** Moves u behind v, on its own route or another, even that of a vehicle without jobs: relocate (Savelsbergh 1992). */
export const relocate: Move = {
  name: 'relocate',
  evaluate(pair) {
    const { u, p, x, v, y, none, ru, rv, reordering, exchange } = pair
    const cost = pair.costs.relocate
    if (ru === rv) return reordering.moveBehindV(pair, u, none, x).evaluate(pair, cost)
    return exchange.serveOnU(p, none, none, x).serveOnV(v, u, none, y).evaluate(pair, cost)
  },
  apply({ ru, rv, reordering, exchange }) {
    if (ru === rv) reordering.apply()
    else exchange.apply()
  },
}

/** Moves u to the front of another route, before its first job v. */
export const relocateToFront: Move = {
  name: 'relocate to front',
  evaluate(pair) {
    const { u, p, x, q, v, none, exchange } = pair
    const cost = pair.costs.relocateToFront
    return exchange.serveOnU(p, none, none, x).serveOnV(q, u, none, v).evaluate(pair, cost)
  },
  apply: ({ exchange }) => exchange.apply(),
}
