import { expect, test } from 'vitest'
import { hasTimeToBreed, hasTimeToBreedParts } from './breed.ts'
import { buildProblem } from '../model/build-problem.ts'
import type { Problem } from '../model/problem.ts'
import type { Coordinates, VroomVehicle } from '../json/vroom.ts'

function problemOf(count: number, vehicle: Partial<VroomVehicle> = {}): Problem {
  const place = (i: number): Coordinates => [13 + i / 10_000, 52]
  const jobs = Array.from({ length: count }, (_, i) => ({ id: i + 1, location: place(i), delivery: [1] }))
  return buildProblem({ jobs, vehicles: [{ id: 1, start: place(0), capacity: [count], ...vehicle }] })
}

/** The fewest iterations per job with which a population takes over. */
function fewest(count: number, vehicle?: Partial<VroomVehicle>): number {
  const problem = problemOf(count, vehicle)
  let [tooFew, enough] = [0, 1_000_000]
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (hasTimeToBreed(problem, middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

test('a population needs one child per hundred pairs of jobs, and 300 at least', () => {
  expect(fewest(280, { time_window: [0, 100_000] })).toBe(784)
  expect(fewest(280, { max_travel_time: 100_000 })).toBe(784)
  expect(fewest(100, { time_window: [0, 100_000] })).toBe(300)
})

test('where only loads matter, it needs four times as many', () => {
  expect(fewest(280)).toBe(4 * 784)
  expect(fewest(100)).toBe(4 * 300)
})

test('a large plan is never left to one population, but its parts are', () => {
  expect(fewest(600)).toBe(4 * 3600)
  expect(fewest(601)).toBe(1_000_000)
  const [timed, untimed] = [problemOf(700, { time_window: [0, 100_000] }), problemOf(700)]
  expect([2999, 3000].map((iterations) => hasTimeToBreedParts(timed, iterations))).toEqual([false, true])
  expect([4999, 5000].map((iterations) => hasTimeToBreedParts(untimed, iterations))).toEqual([false, true])
})
