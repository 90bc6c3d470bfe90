import { expect, test } from 'vitest'
import { AcceptanceCriterion, type Temperatures, usualTemperatures } from './acceptance.ts'
import { Random } from '../math/random.ts'
import { buildProblem } from '../model/build-problem.ts'
import { plainProblem } from '../testing/plain-problem.ts'
import { searchParts } from '../testing/search-parts.ts'

/** How much worse the next plan may be at five times of a cooling, as shares of the first. */
function allowedOver(temperatures: Temperatures, from = 1): number[] {
  const { solution } = searchParts(buildProblem(plainProblem(1, 10)), 1)
  const criterion = new AcceptanceCriterion(solution, 1, Object.assign(new Random(1), { below: () => 0 }), temperatures)
  const allowed = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    criterion.cool(share, from)
    criterion.draw()
    return criterion.most(100) - 100
  })
  return allowed.map((each) => each / allowed[0])
}

const even = { ...usualTemperatures, power: 1 }

test('with a power of 1, each quarter of a cooling lowers the temperature by the same factor', () => {
  const quarter = (even.final / even.initial) ** 0.25
  for (const [i, share] of allowedOver(even).entries()) expect(share).toBeCloseTo(quarter ** i, 10)
})

test('annealing stays hot for longer and ends as cold, wherever it begins', () => {
  for (const from of [1, 0.3, 2]) {
    const [evenly, usual] = [allowedOver(even, from), allowedOver(usualTemperatures, from)]
    expect(usual[4]).toBeCloseTo(evenly[4], 10)
    for (const i of [1, 2, 3]) expect(usual[i]).toBeGreaterThan(1.3 * evenly[i])
    expect(usual).toEqual(usual.toSorted((a, b) => b - a))
  }
})
