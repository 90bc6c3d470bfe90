import type { Move, PenalizedRoutes } from './penalized-routes.ts'

/**
 * Moves inside the route of two near jobs: u, alone or with the job x that follows it, goes behind v; u and v change places;
 * or all from x to v is turned round. Makes the first move that gains; true once it did.
 */
export function within(routes: PenalizedRoutes, u: number, v: number, r: number): boolean {
  const { jobCount, point, pointCount } = routes.problem
  const { next, prev, position } = routes.links
  const { costs } = routes.typeOfRoute[r]
  const p = prev[u]
  const x = next[u]
  const q = prev[v]
  const y = next[v]
  const rowP = point[p] * pointCount
  const rowU = u * pointCount
  const rowV = v * pointCount
  const toX = point[x]
  const toY = point[y]
  const pu = costs[rowP + u]
  const ux = costs[rowU + toX]
  const vu = costs[rowV + u]
  const vy = costs[rowV + toY]
  const limit = routes.limitWithin(r)

  if (v !== p) {
    const one = costs[rowP + toX] - pu - ux + vu + costs[rowU + toY] - vy
    if (one < limit && relocate(routes, 'relocate within', one, r, p, u, jobCount, x, v)) return true
    if (v !== x && x < jobCount) {
      const xx = next[x]
      const toXx = point[xx]
      const rowX = x * pointCount
      const without = costs[rowP + toXx] - pu - ux - costs[rowX + toXx] - vy
      const pair = without + vu + ux + costs[rowX + toY]
      if (pair < limit && relocate(routes, 'relocate pair within', pair, r, p, u, x, xx, v)) return true
      const turned = without + costs[rowV + x] + costs[rowX + u] + costs[rowU + toY]
      if (turned < limit && relocate(routes, 'relocate pair turned within', turned, r, p, x, u, xx, v)) return true
    }
  }
  if (position[u] >= position[v] || v === x) return false
  const rowQ = q * pointCount
  const swap =
    costs[rowP + v] + costs[rowV + toX] - pu - ux + costs[rowQ + u] + costs[rowU + toY] - costs[rowQ + v] - vy
  if (swap < limit) {
    const count = put(routes, copy(routes, put(routes, 0, v), x, v), u)
    if (rearrange(routes, 'swap within', swap, r, p, count, y)) return true
  }
  const turned = costs[rowU + v] + costs[x * pointCount + toY] - ux - vy + turningCost(routes, r, x, v)
  if (turned >= limit) return false
  let count = 0
  for (let job = v; job !== u; job = prev[job]) count = put(routes, count, job)
  return rearrange(routes, 'reverse', turned, r, u, count, y)
}

/** Has j and k, which stood between p and x, come behind v; a depot as k stands for no job. */
function relocate(
  routes: PenalizedRoutes,
  move: Move,
  change: number,
  r: number,
  p: number,
  j: number,
  k: number,
  x: number,
  v: number,
): boolean {
  const { next, position } = routes.links
  const y = next[v]
  if (position[j] < position[v]) {
    const count = put(routes, put(routes, copy(routes, 0, x, y), j), k)
    return rearrange(routes, move, change, r, p, count, y)
  }
  const count = copy(routes, put(routes, put(routes, 0, j), k), y, next[p])
  return rearrange(routes, move, change, r, v, count, x)
}

/** What the legs from x to v cost more when they are driven the other way round. */
function turningCost(
  { problem: { pointCount }, links: { next }, typeOfRoute }: PenalizedRoutes,
  r: number,
  x: number,
  v: number,
) {
  const { costs, costsInto } = typeOfRoute[r]
  let change = 0
  if (costs === costsInto) return change
  for (let job = x; job !== v; job = next[job])
    change += costsInto[job * pointCount + next[job]] - costs[job * pointCount + next[job]]
  return change
}

/** Puts a job at the end of the sequence, unless it is a depot; the new length. */
function put({ problem: { jobCount }, sequence }: PenalizedRoutes, count: number, job: number): number {
  if (job >= jobCount) return count
  sequence[count] = job
  return count + 1
}

/** Puts the jobs from one up to, but without, another at the end of the sequence; the new length. */
function copy({ links: { next }, sequence }: PenalizedRoutes, count: number, from: number, to: number): number {
  for (let job = from; job !== to; job = next[job]) sequence[count++] = job
  return count
}

/** Has a route serve the sequence between a and b, if that gains. */
function rearrange(
  routes: PenalizedRoutes,
  move: Move,
  change: number,
  r: number,
  a: number,
  count: number,
  b: number,
) {
  const { links, sequence } = routes
  const sum = change + routes.warpPenalty(r, a, count, b)
  if (sum >= routes.limitWithin(r)) return false
  let last = a
  for (let i = 0; i < count; i++) {
    links.join(last, sequence[i])
    last = sequence[i]
  }
  links.join(last, b)
  return routes.made(move, sum - routes.warpPenaltyOf(r), r, r)
}
