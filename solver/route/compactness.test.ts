import { expect, test } from 'vitest'
import { buildProblem } from '../model/build-problem.ts'
import { makeJudge } from './judge.ts'
import { secondsFromMiddle } from './compactness.ts'
import { compactSome } from '../testing/random-rules.ts'
import { randomProblem, randomShipments } from '../testing/random-problem.ts'
import { searchParts } from '../testing/search-parts.ts'

test('what is kept of each route is what its jobs say, after insertions, removals and rollbacks', () => {
  for (let seed = 0; seed < 10; seed++) {
    const raw = seed % 2 === 0 ? randomProblem(seed, 40, 6) : randomShipments(seed, 40, 6)
    const problem = buildProblem(compactSome(raw, seed))
    const { solution, state, journal, ruin, recreate } = searchParts(problem, seed)
    const judge = makeJudge(problem)
    journal.begin()
    recreate.first(() => false)
    for (let i = 0; i < 60; i++) {
      journal.begin()
      ruin()
      recreate()
      if (i % 3 === 0) journal.rollback()
      for (let v = 0; v < problem.vehicleCount; v++) {
        const jobs = solution.jobsOf(v)
        expect(state.compactness!.cost(v)).toBe(secondsFromMiddle(problem, v, jobs) * problem.offMiddleCost)
        expect(solution.extra[v]).toBe(judge(v, jobs))
      }
    }
  }
})

test('one job more costs the same as the route with it, less the route without it', () => {
  const problem = buildProblem(compactSome(randomShipments(3, 40, 6), 3))
  const { solution, state, journal, recreate } = searchParts(problem, 3)
  const judge = makeJudge(problem)
  journal.begin()
  recreate.first(() => false)
  for (let job = 0; job < problem.jobCount; job++) {
    for (let vehicle = 0; vehicle < problem.vehicleCount; vehicle++) {
      const jobs = solution.jobsOf(vehicle)
      if (jobs.includes(job)) continue
      const added = problem.pair[job] > job ? [job, problem.pair[job]] : [job]
      const growth = state.compactness!.growth(vehicle, job, added[1])
      expect(growth).toBe(judge(vehicle, [...jobs, ...added]) - judge(vehicle, jobs))
    }
  }
})
