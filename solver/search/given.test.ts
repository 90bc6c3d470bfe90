import { expect, test } from 'vitest'
import { check, solve, type Elite, type SolveProgress, type VroomInput } from '../index.ts'
import { line } from '../testing/line.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { orderOf } from '../testing/reading.ts'

const quick = { iterationLimit: 2000 }

test('the search continues from a given plan and never worsens it', () => {
  const problem = randomProblem(11, 50, 12)
  let given: SolveProgress | undefined
  const first = solve(problem, { iterationLimit: 3000, onProgress: (progress) => (given = progress) })
  const told: SolveProgress[] = []
  const initial = first.routes.map(({ vehicle, steps }) => ({
    vehicle,
    jobs: steps.flatMap((step) => (step.type === 'job' ? [step.id!] : [])),
  }))
  solve(problem, { iterationLimit: 0, initial, onProgress: (progress) => told.push(progress) })
  expect(given).toBeDefined()
  expect(told[0].cost).toBe(first.summary.cost)
  const strange = [
    { vehicle: 999, jobs: [1] },
    { vehicle: 1, jobs: [999, 1, 1] },
  ]
  expect(check(problem, solve(problem, { iterationLimit: 10, initial: strange })).errors).toEqual([])
})

test('of two searches that exchange plans, the worse one goes on from the better plan', () => {
  const problem = randomProblem(12, 60, 14)
  const elites: Elite[] = []
  solve(problem, { iterationLimit: 20_000, exchange: (mine) => void elites.push(mine) })
  const best = elites.at(-1)!
  const plan = solve(problem, { iterationLimit: 200, seed: 1, exchange: () => best })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.summary.cost).toBeLessThanOrEqual(solve(problem, { iterationLimit: 0, initial: best.plan }).summary.cost)
})

test('the search starts from the steps of the vehicles', () => {
  const jobs = [1, 2, 3].map((id) => ({ id, location_index: id }))
  const steps = [3, 1, 2].map((id) => ({ type: 'job' as const, id }))
  const problem: VroomInput = { vehicles: [{ id: 1, start_index: 0, end_index: 0, steps }], jobs, matrices: line(4) }
  expect(orderOf(solve(problem, { iterationLimit: 0 }))).toEqual([[3, 1, 2]])
  expect(solve(problem, quick).summary.cost).toBe(6)
})
