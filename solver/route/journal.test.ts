import { expect, test } from 'vitest'
import { findNeighbors } from '../model/neighbors.ts'
import { routeCost } from '../model/route-cost.ts'
import { buildProblem } from '../model/build-problem.ts'
import type { RouteState } from './route-state.ts'
import type { Solution } from './solution.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { searchParts } from '../testing/search-parts.ts'

function parts(seed: number) {
  const problem = buildProblem(randomProblem(seed, 40, 8))
  const made = searchParts(problem, seed)
  made.journal.begin()
  made.recreate.first(() => false)
  return { problem, ...made }
}

const routesOf = (solution: Solution) => [...solution.size.keys()].map((v) => solution.jobsOf(v))
const caches = (state: RouteState) =>
  [state.solution.delivered, state.travel, state.distance].map((values) => [...values]).flat()
const times = ({ solution, departure, latestStart }: RouteState) =>
  routesOf(solution).map((jobs) => jobs.map((job) => [solution.arc[job], departure[job], latestStart[job]]))

test('ruin and recreate keep cost, penalty and absent jobs correct', () => {
  for (let seed = 0; seed < 10; seed++) {
    const { problem, solution, journal, ruin, recreate } = parts(seed)
    for (let i = 0; i < 200; i++) {
      journal.begin()
      ruin()
      recreate()
    }
    const routes = routesOf(solution)
    const cost = routes.reduce((sum, jobs, v) => sum + (jobs.length > 0 ? routeCost(problem, v, jobs) : 0), 0)
    expect(solution.cost).toBe(cost)
    const planned = new Set(routes.flat())
    const left = [...problem.penalty.keys()].filter((job) => !planned.has(job))
    expect([...solution.absent.items.subarray(0, solution.absent.length)].sort((a, b) => a - b)).toEqual(left)
    expect(solution.penalty).toBe(left.reduce((sum, job) => sum + problem.penalty[job], 0))
  }
})

test('rollback restores every route with its caches, cost and penalty', () => {
  for (let seed = 0; seed < 10; seed++) {
    const { solution, state, journal, ruin, recreate } = parts(seed)
    for (let i = 0; i < 100; i++) {
      const before = [routesOf(solution), caches(state), times(state), solution.cost, solution.penalty]
      journal.begin()
      ruin()
      if (i % 2 === 0) recreate()
      journal.rollback()
      expect([routesOf(solution), caches(state), times(state), solution.cost, solution.penalty]).toEqual(before)
    }
  }
})

test('ruin removes something, and only from routes in the journal', () => {
  const { solution, journal, ruin } = parts(4)
  const before = routesOf(solution)
  const absent = solution.absent.length
  journal.begin()
  ruin()
  expect(solution.absent.length).toBeGreaterThan(absent)
  routesOf(solution).forEach((jobs, v) => {
    if (!journal.isTouched(v)) expect(jobs).toEqual(before[v])
  })
})

test('neighbors are in order of cost, without the job itself', () => {
  const input = randomProblem(1, 30, 3)
  for (const job of input.jobs) delete job.time_windows
  const problem = buildProblem(input)
  const { width, list } = findNeighbors(problem, 10)
  expect(width).toBe(10)
  const { costs } = problem.types[0]
  const near = (a: number, b: number) => Math.min(costs[a * problem.pointCount + b], costs[b * problem.pointCount + a])
  for (let job = 0; job < 30; job++) {
    const others = [...list.subarray(job * 10, job * 10 + 10)]
    expect(others).not.toContain(job)
    const sorted = [...Array(30).keys()].filter((b) => b !== job).sort((a, b) => near(job, a) - near(job, b))
    expect(others.map((b) => near(job, b))).toEqual(sorted.slice(0, 10).map((b) => near(job, b)))
  }
})
