import { expect, test } from 'vitest'
import { check, solve } from './index.ts'
import { exhaustive } from './testing/exhaustive.ts'
import { randomTimes } from './testing/random-problem.ts'

test('small problems with everything about time are solved to the optimum found by trying every second', () => {
  let [late, planned] = [0, 0]
  for (let seed = 0; seed < 60; seed++) {
    const problem = randomTimes(seed, 4, 2, false)
    const plan = solve(problem, { iterationLimit: 1000 })
    const { errors, cost } = check(problem, plan)
    expect(errors, `seed ${seed}`).toEqual([])
    const best = exhaustive(problem, true)
    const missed = plan.unassigned.filter(({ type }) => type !== 'delivery').length
    expect({ seed, missed }).toEqual({ seed, missed: best.missed })
    expect(cost, `seed ${seed}`).toBeCloseTo(best.cost, 6)
    late += plan.summary.lateness_cost ?? 0
    planned += plan.summary.routes
  }
  expect(late).toBeGreaterThan(0)
  expect(planned).toBeGreaterThan(30)
})
