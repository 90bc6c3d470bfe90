import { expect, test } from 'vitest'
import { construct, takeSavings } from '../construct.ts'
import { readProblem } from '../../route/read-problem.ts'
import { toVroom } from '../../output/output.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { check, solve } from '../../index.ts'
import { smallProblem } from '../../testing/line.ts'
import { findNeighbors } from '../../model/neighbors.ts'
import { handOver } from './hand-over.ts'
import { makeCity } from '../../bench/city.ts'
import { mergeRoutes, savingsKnow, savingsPay, savingsStart } from './savings.ts'
import { plainProblem } from '../../testing/plain-problem.ts'
import { searchParts } from '../../testing/search-parts.ts'
import type { VroomInput } from '../../json/vroom.ts'

const merge = (input: VroomInput) => {
  const problem = buildProblem(input)
  return { problem, routes: mergeRoutes(problem, findNeighbors(problem, 100), () => false) }
}
const jobsOf = (input: VroomInput) => merge(input).routes.map(({ jobs }) => jobs.toSorted((a, b) => a - b))

test('jobs that lie behind each other share a route as far as they fit', () => {
  const at = [1, 2, 3, 4].map((location_index) => ({ location_index, delivery: [1] }))
  const vehicles = Array.from({ length: 4 }, () => ({ capacity: [2] }))
  expect(jobsOf(smallProblem(vehicles, at))).toEqual([
    [0, 1],
    [2, 3],
  ])
  const large = vehicles.map((vehicle) => ({ ...vehicle, capacity: [9] }))
  expect(jobsOf(smallProblem(large, at))).toEqual([[0, 1, 2, 3]])
})

test('a route is turned around where only its other direction is in time', () => {
  const input = smallProblem(
    [{ time_window: [0, 10_000] }, { time_window: [0, 10_000] }],
    [
      { location_index: 1, time_windows: [[4000, 5000]] },
      { location_index: 3, time_windows: [[1800, 2000]] },
    ],
  )
  const { problem, routes } = merge(input)
  expect(routes).toHaveLength(1)
  const { solution, state } = searchParts(problem, 1)
  handOver(routes, solution, state)
  expect(solution.jobsOf(solution.used.items[0])).toEqual([1, 0])
})

test('a larger vehicle takes over when a small one is full, where that is cheaper', () => {
  const small = { capacity: [1], costs: { fixed: 10 } }
  const input = (fixed: number) =>
    smallProblem(
      [small, small, { capacity: [2], costs: { fixed } }],
      [3, 4].map((location_index) => ({ location_index, delivery: [1] })),
    )
  expect(merge(input(100)).routes.map(({ type }) => type)).toEqual([1])
  expect(merge(input(9000)).routes.map(({ type }) => type)).toEqual([0, 0])
})

test('routes beyond the fleet are left for insertion, those with the fewest jobs', () => {
  const at = [1, 2, 3].map((location_index) => ({ location_index, delivery: [1] }))
  const { problem, routes } = merge(smallProblem([{ capacity: [2] }], at))
  const { solution, state } = searchParts(problem, 1)
  handOver(routes, solution, state)
  expect(solution.absent.length).toBe(1)
  expect(solution.jobsOf(0)).toHaveLength(2)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('every merged route is drivable and costs what was promised (%i)', (seed) => {
  const options = { hasLimits: seed % 2 === 0, isSymmetric: seed % 3 === 0, isOneFleet: seed % 4 === 0 }
  const input = plainProblem(seed, 40, { ...options, hasWindows: seed % 5 > 0 })
  // Enough vehicles of each kind, so that all routes find one.
  input.vehicles = [0, 1, 2, 3].flatMap((round) =>
    input.vehicles.map((vehicle) => ({ ...vehicle, id: vehicle.id + 100 * round })),
  )
  const { problem, routes } = merge(input)
  const jobs = routes.flatMap((route) => route.jobs)
  expect(new Set(jobs).size).toBe(jobs.length)
  expect(routes.length).toBeLessThan(jobs.length)
  const { solution, state } = searchParts(problem, seed)
  handOver(routes, solution, state)
  expect(40 - solution.absent.length).toBe(jobs.length)
  expect(solution.cost).toBeCloseTo(
    routes.reduce((sum, { price }) => sum + price, 0),
    6,
  )
})

test('savings stay out of problems that they do not fully understand', () => {
  const city = makeCity(900, 1).problem
  const isKnown = (change: Partial<VroomInput>) => savingsKnow(buildProblem({ ...city, ...change }))
  expect(isKnown({})).toBe(true)
  const breaks = [{ id: 1, service: 60, time_windows: [[36_000, 40_000] as [number, number]] }]
  expect(isKnown({ vehicles: city.vehicles.map((vehicle) => ({ ...vehicle, breaks })) })).toBe(false)
  expect(isKnown({ jobs: city.jobs.map((job) => ({ ...job, setup: 60 })) })).toBe(false)
  expect(isKnown({ jobs: city.jobs.map((job) => ({ ...job, prize: 60 })) })).toBe(false)
  expect(isKnown({ jobs: city.jobs.map((job) => ({ ...job, max_ride: 3600 })) })).toBe(false)
  const homes = city.vehicles.map((vehicle, v) => ({ ...vehicle, start: [106.7 + v / 1000, -6.3] as [number, number] }))
  expect(isKnown({ vehicles: homes })).toBe(false)
  expect(savingsPay(buildProblem(city))).toBe(false)
})

test('a plan starts from savings where what they do not know is checked on each route', () => {
  const city = makeCity(300, 1).problem
  const mayStart = (change: Partial<VroomInput>) => savingsStart(buildProblem({ ...city, ...change }))
  const breaks = [{ id: 1, service: 1800, time_windows: [[36_000, 40_000] as [number, number]] }]
  const withBreaks = { ...city, vehicles: city.vehicles.map((vehicle) => ({ ...vehicle, breaks })) }
  expect(mayStart(withBreaks)).toBe(true)
  expect(mayStart({ jobs: city.jobs.map((job) => ({ ...job, setup: 60 })) })).toBe(true)
  expect(mayStart({ jobs: city.jobs.map((job) => ({ ...job, max_ride: 3600 })) })).toBe(true)
  expect(mayStart({ jobs: city.jobs.map((job) => ({ ...job, prize: 60 })) })).toBe(false)
  expect(mayStart({ jobs: city.jobs.map((job) => ({ ...job, pickup: [1] })) })).toBe(false)
  const parts = searchParts(readProblem(withBreaks), 1)
  const greedy = construct(parts, [], () => false)
  const before = greedy.cost
  expect(takeSavings(parts, greedy)).toBe(true)
  expect(greedy.cost).toBeLessThan(0.9 * before)
  for (let v = 0; v < parts.solution.problem.vehicleCount; v++) expect(parts.state.refresh(v)).toBe(true)
  expect(check(withBreaks, toVroom(parts.solution.problem, greedy, { loading: 0, solving: 0 })).errors).toEqual([])
})

test('a large plan from savings passes the check, and the same seed gives the same', () => {
  const { problem } = makeCity(5000, 2)
  const plan = solve(problem, { iterationLimit: 500, seed: 3 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.unassigned).toEqual([])
  expect(solve(problem, { iterationLimit: 500, seed: 3 }).summary.cost).toBe(plan.summary.cost)
})
