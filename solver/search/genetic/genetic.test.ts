import { expect, test, vi } from 'vitest'
import { check } from '../../check/check.ts'
import { LocalSearch } from '../local-search/local-search.ts'
import { findNeighbors } from '../../model/neighbors.ts'
import { toVroom } from '../../output/output.ts'
import type { Problem } from '../../model/problem.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { Random } from '../../math/random.ts'
import { Snapshot } from '../../route/snapshot.ts'
import { Solution } from '../../route/solution.ts'
import { jobsOf, noRoutes } from '../../testing/penalized-cost.ts'
import { plainProblem } from '../../testing/plain-problem.ts'
import { cross } from './crossover.ts'
import { Genetic } from './genetic.ts'
import { type Individual, Population } from './population.ts'

function prepare(seed: number, jobs = 25) {
  const input = plainProblem(seed, jobs, { hasWindows: seed % 2 === 0, isSymmetric: seed % 3 === 0 })
  const problem = buildProblem(input)
  const random = new Random(seed)
  const neighbors = findNeighbors(problem, 100)
  const search = new LocalSearch(problem, neighbors, random)
  search.penalties = { warp: 100, load: 50_000 }
  return { input, problem, random, neighbors, search }
}

/** Inserts jobs in random order, except those in `absent`. */
function start({ problem, random, search }: ReturnType<typeof prepare>, absent: number[] = []): Int32Array {
  const order = Array.from({ length: problem.jobCount }, (_, j) => j).filter((j) => !absent.includes(j))
  random.shuffle(order)
  search.take(noRoutes(problem))
  for (const job of order) search.insert(job)
  return search.next.slice()
}

function evolve(seed: number, children: number, absent: number[] = [], jobs = 25) {
  const prepared = prepare(seed, jobs)
  const { problem, neighbors, random, search } = prepared
  const genetic = new Genetic(problem, neighbors, random, search)
  for (let i = 0; i < 10; i++) genetic.add(start(prepared, absent))
  for (let i = 0; i < children; i++) genetic.step(1)
  return { ...prepared, genetic }
}

const allJobs = (problem: Problem, next: Int32Array) =>
  Array.from({ length: problem.vehicleCount }, (_, v) => jobsOf(problem, next, v))
    .flat()
    .toSorted((a, b) => a - b)

test('the best plan keeps every rule and states its cost correctly', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { input, problem, genetic } = evolve(seed, 30)
    const { next, cost } = genetic.best!
    const solution = new Solution(problem)
    for (let v = 0; v < problem.vehicleCount; v++) {
      for (const job of jobsOf(problem, next, v)) solution.insert(job, solution.prev[solution.endNode(v)], v)
    }
    const output = toVroom(problem, new Snapshot(solution), { loading: 0, solving: 0 })
    expect(check(input, output).errors).toEqual([])
    expect(output.unassigned).toEqual([])
    expect(solution.cost).toBe(cost)
  }
})

test('the same seed gives the same plan', () => {
  const [once, again] = [evolve(4, 60), evolve(4, 60)]
  expect(again.genetic.best).toEqual(once.genetic.best)
  expect(again.search.penalties).toEqual(once.search.penalties)
})

test('a stuck population restarts, keeps its best plan, and stays reproducible by seed', () => {
  const [once, again] = [prepare(4, 12), prepare(4, 12)].map((prepared) => {
    const { problem, neighbors, random, search } = prepared
    const genetic = new Genetic(problem, neighbors, random, search)
    let founded = 0
    const found = genetic.found.bind(genetic)
    genetic.found = () => {
      founded++
      found()
    }
    let best = Infinity
    for (let i = 0; i < 2000; i++) {
      genetic.step(0.5)
      expect(genetic.best?.cost ?? best).toBeLessThanOrEqual(best)
      best = genetic.best?.cost ?? best
    }
    return { best: genetic.best, founded }
  })
  expect(once!.founded).toBe(34)
  expect(again).toEqual(once)
})

test('a population that has run dry is followed by a new one, and nothing of the best plan is lost', () => {
  const prepared = prepare(4, 12)
  const { problem, neighbors, random, search } = prepared
  const genetic = new Genetic(problem, neighbors, random, search)
  const thin = vi.spyOn(Population.prototype, 'thin')
  let best = Infinity
  for (let i = 0; i < 13_000; i++) {
    genetic.step(i / 13_000)
    expect(genetic.best?.cost ?? Infinity).toBeLessThanOrEqual(best)
    best = genetic.best?.cost ?? Infinity
  }
  expect(thin.mock.calls.slice(0, 8).flat()).toEqual([5, 5, 5, 0, 5, 5, 5, 0])
  thin.mockRestore()
  expect(best).toBeLessThan(Infinity)
})

test('the best plan only gets cheaper', () => {
  const { genetic } = evolve(2, 0, [], 50)
  let cost = genetic.best!.cost
  const first = cost
  for (let i = 0; i < 60; i++) {
    genetic.step(1)
    expect(genetic.best!.cost).toBeLessThanOrEqual(cost)
    cost = genetic.best!.cost
  }
  expect(cost).toBeLessThan(first)
})

test('prices rise when too few children are feasible, and fall when nearly all are', () => {
  const late = prepare(2)
  late.search.penalties = { warp: 0.001, load: 0.001 }
  const tight = new Genetic(late.problem, late.neighbors, late.random, late.search)
  for (let i = 0; i < 50; i++) tight.add(start(late))
  expect(late.search.penalties.warp).toBeCloseTo(0.0012)
  const easy = prepare(1)
  const free = new Genetic(easy.problem, easy.neighbors, easy.random, easy.search)
  for (let i = 0; i < 50; i++) free.add(start(easy))
  expect(easy.search.penalties.warp).toBeCloseTo(85)
})

test('a child serves every job of its first parent once, and says which routes are as in a parent', () => {
  const seen = [0, 0, 0]
  for (let seed = 1; seed <= 12; seed++) {
    const prepared = prepare(seed)
    const { problem, neighbors, random, search } = prepared
    const population = new Population(problem, random, () => search.penalties)
    for (let i = 0; i < 6; i++) population.add(start(prepared, seed % 2 ? [] : [i, 7, 8, 9]), i, 0, 0)
    for (let i = 0; i < 20; i++) {
      const [a, b] = population.parents()
      const routesOf = ({ next }: Individual) =>
        Array.from({ length: problem.vehicleCount }, (_, v) => jobsOf(problem, next, v))
      const parentOf = cross(problem, neighbors, random, search, a, b)
      expect(allJobs(problem, search.next)).toEqual(allJobs(problem, a.next))
      for (let v = 0; v < problem.vehicleCount; v++) {
        const route = jobsOf(problem, search.next, v)
        if (route.length > 0 && parentOf[v] > 0) expect(routesOf(parentOf[v] === 1 ? a : b)).toContainEqual(route)
        seen[parentOf[v]]++
      }
      for (let j = 0; j < problem.jobCount; j++) {
        const v = search.routeOf[j]
        if (v >= 0) expect(problem.types[problem.typeOf[v]].serves[j]).toBe(1)
      }
    }
  }
  for (const routes of seen) expect(routes).toBeGreaterThan(0)
})

test('jobs that all plans leave out stay out of the children', () => {
  const { problem, genetic } = evolve(2, 40, [1, 2, 3, 4, 5, 6])
  expect(allJobs(problem, genetic.best!.next)).toEqual(
    Array.from({ length: 25 }, (_, j) => j).filter((j) => j < 1 || j > 6),
  )
})
