import { expect, test } from 'vitest'
import { routeCost } from '../model/route-cost.ts'
import { makeJudge } from './judge.ts'
import { buildProblem } from '../model/build-problem.ts'
import { randomShipments, randomTimes } from '../testing/random-problem.ts'
import { searchParts } from '../testing/search-parts.ts'

function problemWithBreaks(seed: number) {
  const input = randomShipments(seed, 30, 6)
  for (const vehicle of input.vehicles.slice(2)) {
    vehicle.breaks = [{ id: 1, service: 20, time_windows: [[100, 250]] }]
  }
  return buildProblem(input)
}

test('only types with something to judge are judged, and an unused vehicle costs nothing', () => {
  const problem = problemWithBreaks(0)
  expect(problem.typeOf.length).toBe(6)
  expect([...problem.typeOf].map((type) => problem.types[type].isJudged)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ])
  expect(makeJudge(problem)(5, [])).toBe(0)
})

test('the cost of a solution includes the extra of each route after removals, insertions and rollbacks', () => {
  for (let seed = 0; seed < 10; seed++) {
    const problem = seed < 5 ? problemWithBreaks(seed) : buildProblem(randomTimes(seed, 14, 4, seed % 2 === 0))
    const judge = makeJudge(problem)
    const { solution, journal, ruin, recreate } = searchParts(problem, seed)
    for (let i = 0; i < 60; i++) {
      journal.begin()
      ruin()
      recreate()
      if (i % 3 === 0) journal.rollback()
      let cost = 0
      for (let j = 0; j < problem.jobCount; j++) if (solution.routeOf[j] < 0) cost += problem.prize[j]
      for (let v = 0; v < problem.vehicleCount; v++) {
        const jobs = solution.jobsOf(v)
        const extra = judge(v, jobs)
        expect(solution.extra[v]).toBe(extra)
        if (jobs.length > 0) cost += routeCost(problem, v, jobs) + extra
      }
      expect(solution.cost).toBe(cost)
    }
  }
})
