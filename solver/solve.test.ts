import { expect, test } from 'vitest'
import { check, solve, type SolveProgress } from './index.ts'
import { besideOptimum } from './testing/beside-optimum.ts'
import { randomProblem, randomShipments } from './testing/random-problem.ts'
import { missed } from './testing/reading.ts'

test('every plan for a random problem is feasible and states its cost correctly', () => {
  for (let seed = 0; seed < 40; seed++) {
    const problem = randomProblem(seed, 30, 6)
    const plan = solve(problem, { iterationLimit: 300, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
  }
})

test('solves small problems to the exhaustive optimum', () => {
  for (let seed = 100; seed < 140; seed++) {
    const problem = randomProblem(seed, 6, 2)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 5000 })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
  }
})

test('solves small problems with shipments, prizes, vehicle types and wages to the optimum', () => {
  for (let seed = 0; seed < 40; seed++) {
    const problem = randomShipments(seed, 6, 2)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 5000 })
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
  }
})

test('plans with shipments are feasible, repeatable, and can be continued', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = randomShipments(seed, 40, 8)
    const told: SolveProgress[] = []
    const plan = solve(problem, { iterationLimit: 400, seed, onProgress: (progress) => told.push(progress) })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 400, seed })).toEqual(plan)
    const again = solve(problem, { iterationLimit: 0, initial: told[0].plan })
    expect(check(problem, again).errors, `seed ${seed}`).toEqual([])
    expect(again.summary.unassigned).toBeLessThanOrEqual(told[0].unassigned)
  }
})

test('the same seed and iteration limit give the same plan, another seed may not', () => {
  const problem = randomProblem(7, 60, 10)
  const plan = JSON.stringify(solve(problem, { iterationLimit: 1000, seed: 5 }))
  expect(JSON.stringify(solve(problem, { iterationLimit: 1000, seed: 5 }))).toBe(plan)
  const others = [1, 2, 3, 4].map((seed) => JSON.stringify(solve(problem, { iterationLimit: 20, seed })))
  expect(new Set(others).size).toBeGreaterThan(1)
})

test('the search never ends worse than its first plan', () => {
  for (let seed = 0; seed < 10; seed++) {
    const problem = randomProblem(seed, 40, 6)
    const told: SolveProgress[] = []
    const plan = solve(problem, { iterationLimit: 500, seed, onProgress: (progress) => told.push(progress) })
    expect(told[0].iterations).toBe(0)
    const priorities = new Map(problem.jobs.map((job) => [job.id, job.priority ?? 0]))
    const planned = new Set(told[0].plan.flatMap((route) => route.jobs))
    const first = problem.jobs.reduce((sum, job) => sum + (planned.has(job.id) ? 0 : job.priority! || 0), 0)
    const last = missed(plan).reduce((sum, id) => sum + priorities.get(id)!, 0)
    expect(last).toBeLessThanOrEqual(first)
    if (last < first) continue
    expect(plan.summary.unassigned).toBeLessThanOrEqual(told[0].unassigned)
    if (plan.summary.unassigned < told[0].unassigned) continue
    expect(plan.summary.cost).toBeLessThanOrEqual(told[0].cost)
  }
})

test('no unassigned job would still fit', () => {
  for (let seed = 0; seed < 30; seed++) {
    const plan = solve(randomProblem(seed, 30, 4), { iterationLimit: 50, seed })
    expect(plan.unassigned.filter(({ reason }) => reason.code === 'stopped_early')).toEqual([])
  }
})

test('a problem without jobs has an empty plan', () => {
  const plan = solve({ vehicles: [{ id: 1, start: [0, 0] }], jobs: [] })
  expect([plan.routes, plan.unassigned, plan.summary.cost]).toEqual([[], [], 0])
})
