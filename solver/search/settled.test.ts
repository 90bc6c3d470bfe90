import { expect, test } from 'vitest'
import { solve, type SolveProgress } from '../index.ts'
import { besideOptimum } from '../testing/beside-optimum.ts'
import { randomProblem } from '../testing/random-problem.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { Settled } from './settled.ts'

const plan = (cost: number, penalty = 0) => ({ cost, penalty }) as Snapshot

test('a search that ends by itself solves small problems to the optimum, long before its limit', () => {
  for (let seed = 100; seed < 112; seed++) {
    const problem = randomProblem(seed, 6, 2)
    let iterations = 0
    const onProgress = (progress: SolveProgress) => void (iterations = progress.iterations)
    const options = { iterationLimit: 10_000_000, untilSettled: true, onProgress }
    const { errors, found, best } = besideOptimum(problem, options)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
    expect(iterations, `seed ${seed}`).toBeLessThan(options.iterationLimit / 2)
  }
})

test('a search that ends by itself gives the same plan, however fast the clock runs', () => {
  const problem = randomProblem(3, 12, 3)
  for (const vehicle of problem.vehicles) delete vehicle.costs
  const planned = (pace: number) => {
    let asked = 0
    return solve(problem, { timeLimitSeconds: 1e6, now: () => (asked += pace), untilSettled: true, seed: 1 }).routes
  }
  expect(planned(0.01)).toEqual(planned(1))
})

test('the search waits as long again as the last improvement took, and longer for larger problems', () => {
  const settlesAt = (jobs: number, improvedAt: number) => {
    const settled = new Settled(jobs, 0)
    settled.isReached(plan(100), 0)
    settled.isReached(plan(90), improvedAt)
    let at = improvedAt
    while (!settled.isReached(plan(90), at)) at += 1000
    return at
  }
  expect(settlesAt(5, 0)).toBeLessThan(settlesAt(100, 0))
  expect(settlesAt(5, 500_000)).toBe(1_000_000)
})

test('leaving out less counts as an improvement at any cost, and a tiny gain does not count', () => {
  const settled = new Settled(5, 0)
  settled.isReached(plan(100, 2), 0)
  expect(settled.isReached(plan(150, 1), 20_000)).toBe(false)
  expect(settled.isReached(plan(149.99, 1), 60_000)).toBe(true)
})
