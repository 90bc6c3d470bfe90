import { expect, test } from 'vitest'
import { buildProblem } from '../../model/build-problem.ts'
import { findNeighbors } from '../../model/neighbors.ts'
import { noRoutes, penalizedCost } from '../../testing/penalized-cost.ts'
import { plainProblem } from '../../testing/plain-problem.ts'
import { Random } from '../../math/random.ts'
import { LocalSearch } from './local-search.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'
import { Touched } from './touched.ts'

const prices = { warp: 100, load: 10_000 }

function prepare(seed: number) {
  const problem = buildProblem(plainProblem(seed, 30, { hasLimits: seed % 2 === 0 }))
  const random = new Random(seed)
  const search = new LocalSearch(problem, findNeighbors(problem, 29), random)
  search.penalties = prices
  search.take(noRoutes(problem))
  const order = problem.jobList.map((_, job) => job)
  random.shuffle(order)
  for (const job of order) search.insert(job)
  search.routes.begin()
  return { problem, search, touched: new Touched(search.routes) }
}

function everything(routes: PenalizedRoutes) {
  const { linked, loads, warp, penalty } = routes
  return structuredClone({
    next: linked.next,
    prev: linked.prev,
    routeOf: linked.routeOf,
    position: linked.position,
    size: linked.size,
    until: loads.until,
    ofRoute: loads.ofRoute,
    penalty,
    late: Array.from(penalty, (_, v) => warp.ofRoute(v)),
  })
}

test('only moves around touched jobs are made, and what they change is told by the routes touched', () => {
  let moves = 0
  for (let seed = 1; seed <= 40; seed++) {
    const { problem, search, touched } = prepare(seed)
    const before = penalizedCost(problem, search.next, { warp: 0, load: 0 })
    const inTouched: boolean[] = []
    search.routes.onMove = (_, __, ru, rv) => {
      const vehicles = touched.vehicles.subarray(0, touched.vehicleCount)
      inTouched.push(vehicles.includes(ru) && vehicles.includes(rv))
    }
    touched.addJob(seed % problem.jobCount)
    search.runAround(touched)
    moves += inTouched.length
    expect(inTouched.every(Boolean)).toBe(true)
    const after = penalizedCost(problem, search.next, { warp: 0, load: 0 })
    expect(touched.change()).toBeCloseTo(after - before, 6)
  }
  expect(moves).toBeGreaterThan(40)
})

test('taking changes back restores everything that is kept along routes', () => {
  let changed = 0
  for (let seed = 1; seed <= 40; seed++) {
    const { problem, search, touched } = prepare(seed)
    const before = everything(search.routes)
    for (let job = 0; job < 5; job++) touched.addJob((seed + job) % problem.jobCount)
    search.runAround(touched)
    changed += touched.vehicleCount
    touched.undo()
    expect(everything(search.routes)).toEqual(before)
    expect([touched.jobCount, touched.vehicleCount, touched.change()]).toEqual([0, 0, 0])
  }
  expect(changed).toBeGreaterThan(40)
})

test('each job and route is touched once, and depots are not jobs', () => {
  const { problem, touched } = prepare(1)
  expect([touched.addJob(3), touched.addJob(3), touched.addJob(problem.jobCount)]).toEqual([true, false, false])
  touched.addRoute(0)
  touched.addRoute(0)
  expect([touched.jobCount, touched.vehicleCount]).toEqual([1, 1])
  touched.keep()
  expect(touched.addJob(3)).toBe(true)
})
