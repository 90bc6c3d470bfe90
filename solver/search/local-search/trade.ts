import type { Move, PenalizedRoutes } from './penalized-routes.ts'

/**
 * Has one route serve j and k between p and x, and another one l and m between q and y, if that gains: each takes over what
 * the other gives away. A depot stands for no job. `change` is that of the cost, penalties aside; true once it was made.
 */
export function trade(
  routes: PenalizedRoutes,
  move: Move,
  change: number,
  p: number,
  j: number,
  k: number,
  x: number,
  q: number,
  l: number,
  m: number,
  y: number,
): boolean {
  const { jobCount } = routes.problem
  const { routeOf } = routes.links
  const ru = routeOf[p]
  const rv = routeOf[q]
  const limit = routes.limitOf(ru, rv)
  let sum = change + routes.loadPenalty(ru, j, k, l, m) + routes.loadPenalty(rv, l, m, j, k)
  if (sum >= limit) return false
  sum += routes.warpPenalty(rv, q, write(routes, l, m), y)
  if (sum >= limit) return false
  // A vehicle that is left without jobs stays at home, and is never late.
  const isEmptied = p >= jobCount && x >= jobCount && j >= jobCount
  if (!isEmptied) sum += routes.warpPenalty(ru, p, write(routes, j, k), x)
  if (sum >= limit) return false
  connect(routes, p, j, k, x)
  connect(routes, q, l, m, y)
  return routes.made(move, sum - routes.penalty[ru] - routes.penalty[rv], ru, rv)
}

/** Writes up to two jobs down as the sequence to be judged, and counts them. */
function write({ problem: { jobCount }, sequence }: PenalizedRoutes, first: number, second: number): number {
  if (first >= jobCount) return 0
  sequence[0] = first
  if (second >= jobCount) return 1
  sequence[1] = second
  return 2
}

function connect({ problem: { jobCount }, links }: PenalizedRoutes, a: number, j: number, k: number, b: number) {
  let last = a
  if (j < jobCount) {
    links.join(last, j)
    last = j
  }
  if (k < jobCount) {
    links.join(last, k)
    last = k
  }
  links.join(last, b)
}
