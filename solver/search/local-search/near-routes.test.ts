import { expect, test } from 'vitest'
import { buildProblem } from '../../model/build-problem.ts'
import { findNeighbors } from '../../model/neighbors.ts'
import { NearRoutes } from './near-routes.ts'
import { noRoutes } from '../../testing/penalized-cost.ts'
import { PenalizedRoutes } from './routes/penalized-routes.ts'

/** Three routes of ten jobs each, one beside the other along a line, and a spare vehicle. */
function alongALine() {
  const jobs = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, location: [13 + i / 1000, 52] as [number, number] }))
  const vehicles = [1, 2, 3, 4].map((id) => ({ id, start: [13, 52.1] as [number, number] }))
  const problem = buildProblem({ jobs, vehicles })
  const routes = new PenalizedRoutes(problem)
  const next = noRoutes(problem)
  for (let v = 0; v < 3; v++) {
    let node = 30 + 2 * v
    for (let job = 10 * v; job < 10 * v + 10; job++) {
      next[node] = job
      node = job
    }
    next[node] = 30 + 2 * v + 1
  }
  routes.take(next)
  return new NearRoutes(routes, findNeighbors(problem, 20))
}

test('routes are near that serve jobs beside each other, and are remembered until it forgets', () => {
  const near = alongALine()
  near.forget()
  for (const v of [0, 1, 2]) near.find(v)
  const found = (v: number) => Array.from(near.found.subarray(near.from[v], near.to[v])).sort()
  expect([0, 1, 2].map(found)).toEqual([[1], [0, 2], [1]])
  expect([near.hasFound(0, 1), near.hasFound(0, 2), near.hasFound(3, 0)]).toEqual([true, false, false])
  near.forget()
  expect(near.hasFound(0, 1)).toBe(false)
})
