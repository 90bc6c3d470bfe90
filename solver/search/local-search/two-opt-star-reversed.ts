import type { Move } from './move.ts'

/**
 * Has u's route go on with v and the jobs before it, backwards, and v's route begin with the jobs behind u, backwards: the other form
 * of 2-opt*, between vehicles of one type whose routes cost the same in both directions.
 */
export const twoOptStarReversed: Move = {
  name: '2-opt* reversed',
  evaluate({ u, v, ru, rv, costs, limit, routes: { loads, penalties } }) {
    const value = costs.twoOptStarReversed + loads.overloadOfHeads(ru, u, rv, v) * penalties.load
    return value < limit ? value : Infinity
  },
  apply({ routes: { linked }, none, u, x, v, y, ru, rv }) {
    const { next, prev } = linked
    let last = u
    for (let job = v; job < none; job = prev[job]) {
      next[last] = job
      last = job
    }
    next[last] = none + 2 * ru + 1
    let first = y
    for (let job = x; job < none;) {
      const behind = next[job]
      next[job] = first
      first = job
      job = behind
    }
    next[none + 2 * rv] = first
  },
}
