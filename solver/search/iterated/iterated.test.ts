import { expect, test } from 'vitest'
import { assemble } from '../assemble.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { check } from '../../check/check.ts'
import { construct } from '../construct.ts'
import { jobsOf, penalizedCost } from '../../testing/penalized-cost.ts'
import { plainProblem, type PlainOptions } from '../../testing/plain-problem.ts'
import { Random } from '../../math/random.ts'
import { toVroom } from '../../output/output.ts'
import { solve, type SolveOptions, type SolveProgress, type VroomInput } from '../../index.ts'
import { IteratedLocalSearch, mayIterate } from './iterated.ts'

const kinds: PlainOptions[] = [{}, { hasWindows: false, isSymmetric: true }, { isOneFleet: true, hasLimits: true }]

function prepare(seed: number, jobs = 40) {
  const input = plainProblem(seed, jobs, kinds[seed % kinds.length])
  const problem = buildProblem(input)
  const parts = assemble(problem, new Random(seed), () => false)
  const best = construct(parts, [], () => false)
  return { input, problem, parts, best }
}

function improve(seed: number, iterations: number) {
  const prepared = prepare(seed)
  const { parts, best } = prepared
  const first = best.cost
  const search = new IteratedLocalSearch(parts, parts.localSearch!, best)
  const told: number[] = []
  for (let i = 0; i < iterations; i++) {
    search.step(i / iterations)
    told.push(best.cost)
  }
  return { ...prepared, search, first, told }
}

test('the best plan keeps every rule, states its cost correctly, and only gets better', () => {
  let gained = 0
  for (let seed = 1; seed <= 9; seed++) {
    const { input, problem, best, first, told } = improve(seed, 100)
    expect([first, ...told]).toEqual([first, ...told].toSorted((a, b) => b - a))
    expect(best.cost).toBe(penalizedCost(problem, best.next, { warp: 1e12, load: 1e12 }))
    const output = toVroom(problem, best, { loading: 0, solving: 0 })
    expect(check(input, output).errors).toEqual([])
    expect(output.unassigned).toEqual([])
    if (best.cost < first) gained++
  }
  expect(gained).toBeGreaterThan(4)
})

test('the same seed gives the same plan, and other seeds other ones', () => {
  const costs = (seed: number) => improve(seed, 100).told
  expect(costs(4)).toEqual(costs(4))
  const { parts, best } = prepare(4)
  parts.random.bits()
  const search = new IteratedLocalSearch(parts, parts.localSearch!, best)
  const others = Array.from({ length: 100 }, () => (search.step(0), best.cost))
  expect(others).not.toEqual(costs(4))
})

test('what is refused leaves no trace: the plan gone on from stays feasible and complete', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const { problem, parts, best } = prepare(seed)
    const search = new IteratedLocalSearch(parts, parts.localSearch!, best)
    const { localSearch } = parts
    for (let i = 0; i < 60; i++) {
      search.step(1)
      const jobs = Array.from({ length: problem.vehicleCount }, (_, v) => jobsOf(problem, localSearch!.next, v)).flat()
      expect(jobs.length).toBe(problem.jobCount)
      expect(new Set(jobs).size).toBe(problem.jobCount)
      const { cost } = search.present
      expect(penalizedCost(problem, localSearch!.next, { warp: 1e12, load: 1e12 })).toBe(cost)
      expect(localSearch!.violations()).toEqual({ warp: 0, load: 0 })
    }
  }
})

test('a plan that another search found takes the place of its own', () => {
  const { parts, best } = prepare(3)
  const search = new IteratedLocalSearch(parts, parts.localSearch!, best)
  const { next, cost, penalty } = best
  const first = next.slice()
  for (let i = 0; i < 50; i++) search.step(1)
  best.takeRoutes(first, cost, penalty)
  search.start()
  expect(parts.localSearch!.next.slice(0, first.length)).toEqual(first)
  expect(search.present.cost).toBe(cost)
})

/** Stops with wide windows, and vehicles that have room for many of them. */
function longRoutes(jobCount: number, perVehicle: number): VroomInput {
  const random = new Random(1)
  const place = (): [number, number] => [13 + random.below(1000) / 10_000, 52 + random.below(1000) / 10_000]
  const jobs = Array.from({ length: jobCount }, (_, i) => {
    const from = random.below(20_000)
    return { id: i + 1, location: place(), service: 60, delivery: [1], time_windows: [[from, from + 10_000]] }
  })
  const depot: [number, number] = [13.05, 52.05]
  const vehicles = Array.from({ length: jobCount / 10 }, (_, i) => ({
    id: i + 1,
    start: depot,
    end: depot,
    capacity: [perVehicle],
    time_window: [0, 40_000],
  }))
  return { jobs, vehicles } as VroomInput
}

test('it takes over where routes are long and vehicles not full, once annealing has had its turn', () => {
  const isRipe = (input: VroomInput, iterationsPerJob: number) => {
    const problem = buildProblem(input)
    const parts = assemble(problem, new Random(1), () => false)
    return mayIterate(
      parts,
      construct(parts, [], () => false),
      iterationsPerJob * problem.jobCount,
    )
  }
  const long = longRoutes(400, 200)
  expect(isRipe(long, 6)).toBe(true)
  expect(isRipe(long, 5)).toBe(false)
  expect(isRipe(longRoutes(400, 20), 6)).toBe(false)
  expect(isRipe(longRoutes(400, 30), 6)).toBe(false)
  expect(isRipe(longRoutes(300, 200), 6)).toBe(false)
})

test('as a phase of the search it keeps every rule, gives the same plan again, and tells of better plans', () => {
  const input = longRoutes(400, 200)
  const told: SolveProgress[] = []
  const options: SolveOptions = { iterationLimit: 97_000, seed: 1 }
  const plan = solve(input, { ...options, onProgress: (progress) => void told.push(progress) })
  expect(check(input, plan).errors).toEqual([])
  expect(plan.unassigned).toEqual([])
  const again = solve(input, options)
  const steps = ({ routes }: typeof plan) => routes.map((route) => route.steps.map(({ id }) => id))
  expect(steps(again)).toEqual(steps(plan))
  // The phase has begun by then: it takes over after 6 iterations per job.
  const handedOver = told.find(({ iterations }) => iterations > 5000)!
  expect(plan.summary.cost).toBeLessThan(handedOver.cost)
})
