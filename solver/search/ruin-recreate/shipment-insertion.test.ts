import { expect, test } from 'vitest'
import type { Problem } from '../../model/problem.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { randomShipments } from '../../testing/random-problem.ts'
import { searchParts } from '../../testing/search-parts.ts'

function parts(problem: Problem, seed: number) {
  const all = searchParts(problem, seed)
  all.journal.begin()
  return all
}

/** What a plan costs after a shipment is taken out and put back where it costs least. */
function costWith(job: number, { solution, state, journal, recreate }: ReturnType<typeof parts>): number {
  const vehicle = solution.routeOf[job]
  journal.begin()
  journal.remove(job)
  journal.remove(solution.problem.pair[job])
  state.refresh(vehicle)
  recreate.only(job)
  const { cost } = solution
  journal.rollback()
  return cost
}

test('remembered bounds hide no position: a fresh search finds no cheaper one', () => {
  let looked = 0
  for (let seed = 0; seed < 10; seed++) {
    const problem = buildProblem(randomShipments(seed, 40, 8))
    const used = parts(problem, seed)
    used.recreate.first(() => false)
    for (let i = 0; i < 300; i++) {
      used.journal.begin()
      used.ruin()
      used.recreate()
      if (i % 3 > 0) used.journal.rollback()
    }
    const fresh = parts(problem, seed)
    for (let v = 0; v < problem.vehicleCount; v++) {
      let after = fresh.solution.startNode(v)
      for (const job of used.solution.jobsOf(v)) {
        fresh.solution.insert(job, after, v)
        after = job
      }
      fresh.state.refresh(v)
    }
    fresh.solution.cost = used.solution.cost
    for (let job = 0; job < problem.jobCount; job++) {
      if (used.solution.routeOf[job] < 0 || problem.pair[job] < job) continue
      // Either of two positions with the same cost may be taken.
      expect(costWith(job, used), `seed ${seed}, job ${job}`).toBeCloseTo(costWith(job, fresh), 4)
      looked++
    }
  }
  expect(looked).toBeGreaterThan(50)
})
