import { expect, test } from 'vitest'
import { check, solve, type VroomInput } from '../index.ts'
import { Limits } from '../search/limits.ts'
import { linkSome, lockSome, groupSome, rideSome, separateSome } from '../testing/random-rules.ts'
import { makeCity } from '../bench/city.ts'
import { mixRides } from '../testing/random-mix.ts'
import { normalize } from '../json/normalize.ts'
import { Random } from '../math/random.ts'
import { randomShipments, randomTimes, randomTrips } from '../testing/random-problem.ts'
import { type Sizes, solveLarge } from './solve-large.ts'
import type { SolveOptions } from '../json/options.ts'
import { validate } from '../json/validate.ts'
import { withCoordinates } from '../testing/with-coordinates.ts'

/** Solves in small parts what would fit into one table. */
function inParts(problem: VroomInput, sizes: Sizes, { seed = 1, initial = [], ...options }: SolveOptions = {}) {
  validate(problem)
  const input = normalize(problem)
  const limits = new Limits({ iterationLimit: 3000, ...options }, problem.jobs.length)
  const isLate = () => false
  const { onProgress } = options
  return solveLarge(input, { random: new Random(seed), limits, given: initial, sizes, isLate, onProgress })
}

test('a plan made in parts passes the check, plans every job, and is about as good as one made as a whole', () => {
  const { problem } = makeCity(600, 1)
  const plan = inParts(problem, { region: 200, part: 100 }, { iterationLimit: 20_000 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.unassigned).toEqual([])
  const whole = solve(problem, { iterationLimit: 20_000, seed: 1 })
  expect(plan.summary.cost).toBeLessThan(1.05 * whole.summary.cost)
})

test('the same seed gives the same plan, and progress tells of the best so far', () => {
  const { problem } = makeCity(300, 2)
  const costs: number[] = []
  const run = () => inParts(problem, { region: 100, part: 80 }, { onProgress: ({ cost }) => void costs.push(cost) })
  const one = run()
  expect(run()).toEqual(one)
  expect(costs.toSorted((a, b) => b - a).at(-1)).toBe(one.summary.cost)
})

const makers: Record<string, (seed: number) => VroomInput> = {
  'shipments in groups and in order': (seed) => linkSome(groupSome(randomShipments(seed, 40, 12), seed), seed),
  'longest rides, breaks and locks': (seed) => mixRides(seed, 40, 12),
  'everything about time, with locks': (seed) => lockSome(randomTimes(seed, 40, 12, seed % 2 === 0), seed),
  'several trips': (seed) => rideSome(randomTrips(seed, 40, 12), seed),
  'goods that are kept apart': (seed) => separateSome(randomShipments(seed, 40, 12), seed),
}

test.each(Object.keys(makers).flatMap((name) => [1, 2, 3, 4, 5, 6].map((seed) => [name, seed] as const)))(
  'with %s, plans in parts pass the check (%i)',
  (name, seed) => {
    const problem = withCoordinates(makers[name]!(seed), seed)
    const plan = inParts(problem, { region: 16, part: 10 }, { iterationLimit: 600, seed })
    expect(check(problem, plan).errors).toEqual([])
  },
)

test('what every vehicle lacks is told of the whole fleet, and what is full of the vehicles nearby', () => {
  const { problem } = makeCity(200, 1)
  problem.jobs[3]!.skills = [7]
  problem.jobs[5]!.delivery = [500]
  problem.vehicles = problem.vehicles.slice(0, 2)
  const { unassigned } = inParts(problem, { region: 60, part: 50 })
  const reasonOf = (id: number) => unassigned.find((job) => job.id === id)!.reason
  expect(reasonOf(4)).toEqual({ code: 'skills', message: 'No vehicle has skill 7.' })
  expect(reasonOf(6).code).toBe('capacity')
  expect(reasonOf(6).message).toContain('carries 120')
  const full = unassigned.filter(({ id }) => id !== 4 && id !== 6)
  expect(full.length).toBeGreaterThan(0)
  for (const { reason } of full) expect(reason.message).toMatch(/vehicles? near it that may take it/)
})

test('a given plan is where the search starts, and without time it stays', () => {
  const { problem } = makeCity(300, 3)
  const first = solve(problem, { iterationLimit: 3000, seed: 1 })
  const initial = first.routes.map(({ vehicle, steps }) => ({
    vehicle,
    jobs: steps.flatMap(({ type, id }) => (type === 'job' ? [id!] : [])),
  }))
  const kept = inParts(problem, { region: 100, part: 80 }, { initial, iterationLimit: 0 })
  expect(kept.summary.cost).toBe(first.summary.cost)
  expect(check(problem, kept).errors).toEqual([])
})

test('a cancelled search still returns a valid plan', () => {
  const { problem } = makeCity(200, 1)
  const plan = inParts(problem, { region: 60, part: 50 }, { isCancelled: () => true })
  expect(check(problem, plan).errors).toEqual([])
})
