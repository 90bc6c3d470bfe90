import type { Move } from './move.ts'

/** Swaps u and v, on one route or two: exchange (Savelsbergh 1992). */
export const swap: Move = {
  name: 'swap',
  evaluate(pair) {
    const { u, p, x, v, q, y, none, ru, rv, reordering, exchange } = pair
    const cost = pair.costs.swap
    if (ru !== rv) return exchange.serveOnU(p, v, none, x).serveOnV(q, u, none, y).evaluate(pair, cost)
    reordering.between(p, y).add(v).addRange(x, v).add(u)
    return reordering.evaluate(pair, cost)
  },
  apply({ ru, rv, reordering, exchange }) {
    if (ru === rv) reordering.apply()
    else exchange.apply()
  },
}

/** Swaps u and the job x after it for v of another route. */
export const swapTwoForOne: Move = {
  name: 'swap two for one',
  evaluate(pair) {
    const { u, p, x, xx, v, q, y, none, exchange } = pair
    const cost = pair.costs.swapTwoForOne
    return exchange.serveOnU(p, v, none, xx).serveOnV(q, u, x, y).evaluate(pair, cost)
  },
  apply: ({ exchange }) => exchange.apply(),
}

/** Swaps u and the job x after it for v and the job y after it, on another route. */
export const swapTwoForTwo: Move = {
  name: 'swap two for two',
  evaluate(pair) {
    const { u, p, x, xx, v, q, y, routes, exchange } = pair
    const cost = pair.costs.swapTwoForTwo
    const yy = routes.linked.next[y]
    return exchange.serveOnU(p, v, y, xx).serveOnV(q, u, x, yy).evaluate(pair, cost)
  },
  apply: ({ exchange }) => exchange.apply(),
}
