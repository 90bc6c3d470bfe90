import type { Move } from './move.ts'

/** Reverses the part of a route from x, behind u, to v: 2-opt (Croes 1958). */
export const twoOpt: Move = {
  name: '2-opt',
  evaluate(pair) {
    const { u, v, y } = pair
    const { prev } = pair.routes.linked
    const cost = pair.costs.twoOpt
    const sequence = pair.reordering.between(u, y)
    for (let job = v; job !== u; job = prev[job]) sequence.add(job)
    return pair.reordering.evaluate(pair, cost)
  },
  apply: ({ reordering }) => reordering.apply(),
}
