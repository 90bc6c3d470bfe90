import { expect, test } from 'vitest'
import { assemble } from './assemble.ts'
import { hasTimeToBreed } from './breed.ts'
import { buildProblem } from '../model/build-problem.ts'
import { construct } from './construct.ts'
import { Random } from '../math/random.ts'
import type { VroomInput, VroomVehicle } from '../json/vroom.ts'

/** The fewest iterations per job with which a population takes over. */
function fewest(perVehicle: number, vehicle: Partial<VroomVehicle> = {}, count = 280): number {
  const random = new Random(1)
  const place = (): [number, number] => [13 + random.below(1000) / 10_000, 52 + random.below(1000) / 10_000]
  const jobs = Array.from({ length: count }, (_, i) => ({ id: i + 1, location: place(), delivery: [1] }))
  const depot = place()
  const vehicles = Array.from({ length: count / perVehicle + 9 }, (_, i) => ({
    id: i + 1,
    start: depot,
    end: depot,
    capacity: [perVehicle],
    costs: { fixed: 1e6 },
    ...vehicle,
  }))
  const problem = buildProblem({ jobs, vehicles } as VroomInput)
  const parts = assemble(problem, new Random(1), () => false)
  const plan = construct(parts, [], () => false)
  let [tooFew, enough] = [0, 1_000_000]
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (hasTimeToBreed(parts, plan, middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

test('a population needs one child per hundred pairs of jobs, and fewer where routes are short', () => {
  expect(fewest(70)).toBe(784)
  expect(fewest(14)).toBeGreaterThan(320)
  expect(fewest(14)).toBeLessThanOrEqual(392)
  expect(fewest(2)).toBe(300)
})

test('short routes do not count where more than loads matters', () => {
  expect(fewest(2, { max_travel_time: 100_000 })).toBe(784)
  expect(fewest(2, { time_window: [0, 100_000] })).toBe(784)
})

test('where only loads matter, a large plan needs ten times as many, however short its routes', () => {
  expect(fewest(70, {}, 630)).toBe(10 * 3969)
  expect(fewest(7, {}, 630)).toBe(10 * 3969)
  expect(fewest(70, { time_window: [0, 100_000] }, 630)).toBe(3969)
})
