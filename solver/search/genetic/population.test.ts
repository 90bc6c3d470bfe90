import { expect, test } from 'vitest'
import { buildProblem } from '../../model/build-problem.ts'
import { Random } from '../../math/random.ts'
import { noRoutes } from '../../testing/penalized-cost.ts'
import { plainProblem } from '../../testing/plain-problem.ts'
import { generation, Population, smallest } from './population.ts'

const problem = buildProblem(plainProblem(1, 12))
const penalties = { warp: 10, load: 1000 }

/** All jobs on one vehicle, in an order that depends on the seed. */
function plan(seed: number): Int32Array {
  const order = Array.from({ length: problem.jobCount }, (_, j) => j)
  new Random(seed).shuffle(order)
  const next = noRoutes(problem)
  let from = problem.jobCount
  for (const job of order) {
    next[from] = job
    from = job
  }
  next[from] = problem.jobCount + 1
  return next
}

test('clones go first: after a generation, only different plans are left if there are enough', () => {
  const population = new Population(problem, new Random(1), () => penalties)
  for (let i = 0; i < smallest + generation; i++) population.add(plan(i % 20), 1000 + (i % 20), 0, 0)
  const [drivable] = population.groups
  expect(drivable.length).toBe(smallest)
  expect(new Set(drivable.map(({ next }) => next.join())).size).toBe(smallest)
})

test('the cheapest plan stays, even if it resembles many others', () => {
  const population = new Population(problem, new Random(1), () => penalties)
  for (let i = 0; i < 200; i++) population.add(plan(i < 100 ? 0 : i), i === 50 ? 5 : 1000 - i, 0, 0)
  expect(Math.min(...population.groups[0].map(({ cost }) => cost))).toBe(5)
})

test('feasible and infeasible plans are kept apart, the latter ranked with penalties', () => {
  const population = new Population(problem, new Random(1), () => penalties)
  population.add(plan(1), 100, 0, 0)
  population.add(plan(2), 10, 5, 1)
  population.add(plan(3), 900, 1, 0)
  const [drivable, others] = population.groups
  expect(drivable.map(({ cost }) => cost)).toEqual([100])
  expect(others.map(({ cost }) => cost)).toEqual([900, 10])
})

test('fitter plans become parents more often', () => {
  const population = new Population(problem, new Random(1), () => penalties)
  for (let i = 0; i < 20; i++) population.add(plan(i), 1000 + 100 * i, 0, 0)
  const drawn = new Map<number, number>()
  for (let i = 0; i < 2000; i++)
    for (const { fitness } of population.parents()) drawn.set(fitness, (drawn.get(fitness) ?? 0) + 1)
  const byFitness = [...drawn].toSorted(([a], [b]) => a - b).map(([, count]) => count)
  expect(byFitness[0]).toBeGreaterThan(2 * byFitness.at(-2)!)
})

test('a mirrored route is the same, a mixed one is not', () => {
  const population = new Population(problem, new Random(1), () => penalties)
  const forth = plan(1)
  const back = noRoutes(problem)
  for (let job = forth[problem.jobCount]; job < problem.jobCount; job = forth[job]) {
    back[job] = back[problem.jobCount]
    back[problem.jobCount] = job
  }
  population.add(forth, 1, 0, 0)
  population.add(back, 2, 0, 0)
  population.add(plan(2), 3, 0, 0)
  const [a] = population.groups[0]
  expect(a!.others.map(({ one }) => one.cost)).toEqual([2, 3])
  expect(a!.others[0].distance).toBe(0)
  expect(a!.others[1].distance).toBeGreaterThan(0)
})

test('after thinning out, each group keeps its cheapest plans, which only know each other', () => {
  const population = new Population(problem, new Random(1), () => penalties)
  for (let i = 0; i < 12; i++) population.add(plan(i), 1000 + ((i * 5) % 12), 0, 0)
  for (let i = 12; i < 15; i++) population.add(plan(i), 900, i, 0)
  population.thin(4)
  const [drivable, late] = population.groups
  expect(drivable.map(({ cost }) => cost)).toEqual([1000, 1001, 1002, 1003])
  expect(late.map(({ warp }) => warp)).toEqual([12, 13, 14])
  for (const group of population.groups) {
    for (const one of group)
      expect(new Set(one.others.map(({ one: other }) => other))).toEqual(
        new Set(group.filter((other) => other !== one)),
      )
  }
  population.thin(0)
  expect(population.groups).toEqual([[], []])
})
