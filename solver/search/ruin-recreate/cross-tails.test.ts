import { expect, test } from 'vitest'
import { routeCost } from '../../model/route-cost.ts'
import { makeCrossTails, tailsCanCross } from './cross-tails.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { plainProblem } from '../../testing/plain-problem.ts'
import { searchParts } from '../../testing/search-parts.ts'
import type { VroomInput } from '../../json/vroom.ts'

function parts(input: VroomInput, seed = 1) {
  const problem = buildProblem(input)
  const all = searchParts(problem, seed)
  return { problem, ...all, crossTails: makeCrossTails(all) }
}

/** Vehicles at 0 on a line of places, with a job at each of the others. */
function line(places: number[], vehicle: Partial<VroomInput['vehicles'][number]> = {}): VroomInput {
  const all = [0, ...places]
  return {
    jobs: places.map((_, i) => ({ id: i + 1, location_index: i + 1, delivery: [1] })),
    vehicles: [1, 2].map((id) => ({ id, start_index: 0, end_index: 0, time_window: [0, 1000], ...vehicle })),
    matrices: { car: { durations: all.map((a) => all.map((b) => Math.abs(a - b))) } },
  }
}

/** The routes after tails were crossed behind job 0, tried until something changed. */
function crossedBehindFirst(input: VroomInput, routes: number[][]): number[][] {
  const { solution, state, journal, crossTails } = parts(input)
  routes.forEach((jobs, v) => {
    let after = solution.startNode(v)
    for (const job of jobs) {
      solution.insert(job, after, v)
      after = job
    }
    state.refresh(v)
  })
  // Some positions are overlooked on purpose.
  journal.begin()
  for (let i = 0; i < 100 && journal.touchedCount === 0; i++) crossTails(0)
  return routes.map((_, v) => solution.jobsOf(v))
}

test('two routes that each go east and west become one to the east and one to the west', () => {
  expect(crossedBehindFirst(line([10, -12, -10, 12]), [[0, 1], [2, 3]])).toEqual([[0, 3], [2, 1]]) // prettier-ignore
})

test('a tail goes out on a free vehicle if no other route has room', () => {
  expect(crossedBehindFirst(line([10, -12]), [[0, 1], []])).toEqual([[0], [1]])
})

test('tails do not cross where they would be late or too heavy', () => {
  const late = line([10, -12, -10, 12], { time_window: [0, 48] })
  late.jobs[3].time_windows = [[32, 32]]
  late.jobs[0].time_windows = [[20, 20]]
  late.jobs[0].service = 11
  expect(crossedBehindFirst(late, [[0], [2, 3]])).toEqual([[0], [2, 3]])
  const full = line([10, -12, -10, 12, 14], { capacity: [3] })
  expect(crossedBehindFirst(full, [[0, 1], [2, 3, 4]])).not.toContainEqual([2, 1, 3, 4]) // prettier-ignore
})

test('crossing keeps routes feasible, with the same jobs and their true cost, and can be undone', () => {
  let crossed = 0
  for (let seed = 0; seed < 10; seed++) {
    const { problem, solution, state, journal, recreate, crossTails } = parts(plainProblem(seed, 40), seed)
    expect(tailsCanCross(problem)).toBe(true)
    journal.begin()
    recreate.first(() => false)
    const routes = () => [...solution.size.keys()].map((v) => solution.jobsOf(v))
    const jobs = () => routes().flat().toSorted((a, b) => a - b) // prettier-ignore
    for (let job = 0; job < 40; job++) {
      const before = { routes: routes(), jobs: jobs(), cost: solution.cost, departure: [...state.departure] }
      journal.begin()
      crossTails(job)
      crossed += Math.sign(journal.touchedCount)
      for (let i = 0; i < journal.touchedCount; i++) expect(state.refresh(journal.touched[i])).toBe(true)
      expect(jobs()).toEqual(before.jobs)
      const costs = routes().map((route, v) => (route.length > 0 ? routeCost(problem, v, route) : 0))
      expect(solution.cost).toBe(costs.reduce((sum, cost) => sum + cost, 0))
      for (const v of solution.size.keys()) {
        const { capacity } = problem.types[problem.typeOf[v]]
        capacity.forEach((most, d) => expect(solution.delivered[v * capacity.length + d]).toBeLessThanOrEqual(most))
      }
      if (job % 2 === 0) continue
      journal.rollback()
      expect(routes()).toEqual(before.routes)
      expect(solution.cost).toBe(before.cost)
    }
  }
  expect(crossed).toBeGreaterThan(50)
})

test('tails can cross if there are windows and all loads are deliveries', () => {
  expect(tailsCanCross(buildProblem(plainProblem(1, 6, { hasWindows: false })))).toBe(false)
  const turned = plainProblem(1, 6)
  for (const job of turned.jobs) {
    job.pickup = job.delivery!
    delete job.delivery
  }
  expect(tailsCanCross(buildProblem(turned))).toBe(false)
  const limited = plainProblem(1, 6)
  for (const vehicle of limited.vehicles) vehicle.max_travel_time = 1000
  expect(tailsCanCross(buildProblem(limited))).toBe(false)
})
