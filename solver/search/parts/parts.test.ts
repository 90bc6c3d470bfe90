import { expect, test } from 'vitest'
import { annealParts, partsPay } from './anneal-parts.ts'
import { breedParts } from './breed-parts.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { check } from '../../index.ts'
import { construct, takeSavings } from '../construct.ts'
import { cut } from './cut.ts'
import { makeCity } from '../../bench/city.ts'
import { partOf } from '../../model/part.ts'
import { plainProblem } from '../../testing/plain-problem.ts'
import { searchPart } from './part-search.ts'
import { searchParts } from '../../testing/search-parts.ts'
import { SimulatedAnnealing } from '../anneal.ts'
import { Snapshot } from '../../route/snapshot.ts'
import { toVroom } from '../../output/output.ts'
import type { VroomInput } from '../../json/vroom.ts'

function planned(input: VroomInput, seed: number) {
  const whole = searchParts(buildProblem(input), seed)
  const best = construct(whole, [], () => false)
  takeSavings(whole, best)
  return { whole, best, problem: whole.solution.problem }
}

test('a plan is cut into parts of about the same size that share nothing', () => {
  const { whole, problem } = planned(makeCity(900, 1).problem, 1)
  const { solution, neighbors, random } = whole
  const parts = cut(solution, neighbors, random, 300)
  const jobs = parts.flatMap((part) => part.jobs).sort((a, b) => a - b)
  expect(jobs).toEqual(Array.from({ length: problem.jobCount }, (_, job) => job))
  const vehicles = parts.flatMap((part) => part.vehicles)
  expect(new Set(vehicles).size).toBe(solution.used.length)
  expect(vehicles).toHaveLength(solution.used.length)
  for (const part of parts) {
    expect(part.jobs.length).toBeGreaterThan(150)
    expect(part.jobs.length).toBeLessThan(450)
    for (const vehicle of part.vehicles) expect(part.jobs).toEqual(expect.arrayContaining(solution.jobsOf(vehicle)))
  }
})

test('an absent job belongs to the part beside it', () => {
  const { whole } = planned(makeCity(300, 1).problem, 1)
  const { solution, state, neighbors, random } = whole
  const vehicle = solution.routeOf[7]
  solution.remove(7)
  state.refresh(vehicle)
  const parts = cut(solution, neighbors, random, 100)
  expect(parts.filter((part) => part.jobs.includes(7))).toHaveLength(1)
  expect(parts.flatMap((part) => part.jobs)).toHaveLength(300)
})

test.each([1, 2, 3, 4, 5, 6])('a part costs what its routes cost, and fits back into the whole (%i)', (seed) => {
  const input = plainProblem(seed, 60, { hasLimits: seed % 2 === 0, isSymmetric: seed % 3 === 0 })
  const { whole } = planned(input, seed)
  const { solution, state, neighbors, random } = whole
  for (const part of cut(solution, neighbors, random, 20)) {
    const before = solution.cost
    const { parts, putBack } = searchPart(whole, part)
    const own = parts.solution.cost
    expect(parts.solution.absent.length).toBe(part.jobs.filter((job) => solution.routeOf[job] < 0).length)
    const annealing = new SimulatedAnnealing(parts)
    annealing.run(300, 0.5)
    putBack(annealing.best)
    // The units of the part are those of the whole.
    expect(solution.cost - before).toBeCloseTo(annealing.best.cost - own, 6)
    for (let v = 0; v < solution.problem.vehicleCount; v++) expect(state.refresh(v)).toBe(true)
  }
  const plan = toVroom(solution.problem, new Snapshot(solution), { loading: 0, solving: 0 }, () => false)
  expect(check(input, plan).errors).toEqual([])
})

test('a part knows how long goods may be on board of each of its vehicles', () => {
  const input = plainProblem(1, 60)
  input.jobs.forEach((job, j) => Object.assign(job, { max_ride: 1000 + j }))
  const problem = buildProblem(input)
  const part = partOf(problem, [40, 3, 7], [1, 0])
  expect(part.types.map(({ maxRide }) => [...maxRide])).toEqual(part.types.map(() => [1040, 1003, 1007]))
})

test('annealing by parts improves a plan within its budget, the same way each time', () => {
  const input = makeCity(600, 3).problem
  const run = () => {
    const { whole, best } = planned(input, 5)
    const first = best.cost
    let iterations = 0
    const advance = (_: number, step: (count: number) => number) => (iterations += step(10)) / 20_000
    annealParts(whole, best, { spent: 0, advance })
    return { first, cost: best.cost, iterations, routes: best.toPlan() }
  }
  const one = run()
  expect(one.cost).toBeLessThan(one.first)
  expect(one.iterations).toBe(20_000)
  expect(run()).toEqual(one)
})

test('populations for its parts improve an annealed plan within its budget, the same way each time', () => {
  const input = makeCity(240, 3).problem
  const run = () => {
    const { whole, best } = planned(input, 5)
    const annealing = new SimulatedAnnealing(whole)
    for (let share = 0; share < 1; share += 0.01) annealing.run(20, share)
    best.copy(annealing.best)
    const first = best.cost
    let iterations = 0
    let rounds = 0
    const costs: number[] = []
    const advance = (_: number, step: (count: number) => number) => {
      costs.push(best.cost)
      return (iterations += step(1)) / 48_000
    }
    const exchange = () => rounds++
    breedParts(whole, best, { spent: 0, advance, iterationsPerJob: 3000, exchange })
    return { first, costs, rounds, iterations, cost: best.cost, routes: best.toPlan() }
  }
  const one = run()
  expect(one.cost).toBeLessThan(one.first)
  expect(one.costs).toEqual([...one.costs].sort((a, b) => b - a))
  expect(one.rounds).toBe(2)
  expect(one.iterations).toBeGreaterThanOrEqual(48_000)
  expect(one.iterations).toBeLessThan(48_000 + 240)
  expect(one.routes.flatMap(({ jobs }) => jobs)).toHaveLength(240)
  expect(run()).toEqual(one)
})

test('only very large problems are annealed by parts', () => {
  const problem = buildProblem(makeCity(100, 1).problem)
  expect(partsPay(problem)).toBe(false)
  expect(partsPay({ ...problem, jobCount: 8000 })).toBe(true)
})
