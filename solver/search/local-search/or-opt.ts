import type { Move } from './move.ts'

/** Moves u and the job x after it behind v, on their own route or another: Or-opt with two jobs (Or 1976). */
export const orOpt: Move = {
  name: 'or-opt',
  evaluate(pair) {
    const { u, p, x, xx, v, y, none, ru, rv, reordering, exchange } = pair
    const cost = pair.costs.orOpt
    if (ru === rv) return reordering.moveBehindV(pair, u, x, xx).evaluate(pair, cost)
    return exchange.serveOnU(p, none, none, xx).serveOnV(v, u, x, y).evaluate(pair, cost)
  },
  apply({ ru, rv, reordering, exchange }) {
    if (ru === rv) reordering.apply()
    else exchange.apply()
  },
}

/** The same with the two jobs turned round: x comes before u. */
export const orOptReversed: Move = {
  name: 'or-opt reversed',
  evaluate(pair) {
    const { u, p, x, xx, v, y, none, ru, rv, reordering, exchange } = pair
    const cost = pair.costs.orOptReversed
    if (ru === rv) return reordering.moveBehindV(pair, x, u, xx).evaluate(pair, cost)
    return exchange.serveOnU(p, none, none, xx).serveOnV(v, x, u, y).evaluate(pair, cost)
  },
  apply: orOpt.apply,
}
