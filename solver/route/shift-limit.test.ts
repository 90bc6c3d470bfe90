import { expect, test } from 'vitest'
import { solve, type VroomInput } from '../index.ts'
import { handles } from '../model/constraints.ts'
import { buildProblem } from '../model/build-problem.ts'
import { besideOptimum } from '../testing/beside-optimum.ts'
import { randomTimes } from '../testing/random-problem.ts'

/** Windows and shifts only. */
function plainTimes(seed: number): VroomInput {
  const problem = randomTimes(seed, 4, 1, false)
  for (const job of problem.jobs) {
    delete job.soft_time_window
    delete job.setup
    if (job.time_windows) job.time_windows = [job.time_windows[0]]
  }
  for (const vehicle of problem.vehicles) {
    delete vehicle.breaks
    delete vehicle.costs
    vehicle.max_shift ??= 40
  }
  const { jobs, vehicles, matrices } = problem
  return { jobs, vehicles, matrices: matrices! }
}

test('with windows only, the longest shift is cached, and plans match an exhaustive search over every second', () => {
  let left = 0
  for (let seed = 0; seed < 20; seed++) {
    const problem = plainTimes(seed)
    expect(buildProblem(problem).types.every((type) => type.limitsShift && !type.isJudged)).toBe(true)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 1000 }, true)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
    left += found.missed
  }
  expect(left).toBeGreaterThan(0)
})

test('a job that is too far for a shift says so', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, max_shift: 7200 }],
    jobs: [{ id: 1, location_index: 1, service: 600 }],
    matrices: { car: { durations: [[0, 3600], [3600, 0]] } }, // prettier-ignore
  }
  const [unassigned] = solve(problem, { iterationLimit: 10 }).unassigned
  expect(unassigned!.reason).toEqual({
    code: 'shift',
    message: 'Even alone on vehicle 1 its route would be longer than max_shift, 2 h.',
    vehicle: 1,
  })
})

test('a population keeps the longest shift, travel time and distance, and matches an exhaustive search over every second', () => {
  for (let seed = 20; seed < 26; seed++) {
    const problem = plainTimes(seed)
    for (const job of problem.jobs) delete job.pickup
    for (const vehicle of problem.vehicles) {
      if (seed % 3 > 0) vehicle.max_distance = 60
      if (seed % 3 > 1) vehicle.max_travel_time = 30
    }
    problem.vehicles.push({ ...problem.vehicles[0], id: 9, max_shift: 30 })
    expect(handles('local search', buildProblem(problem))).toBe(true)
    const { errors, found, best } = besideOptimum(problem, { iterationLimit: 4000 }, true)
    expect(errors, `seed ${seed}`).toEqual([])
    expect({ seed, ...found }).toEqual({ seed, ...best, cost: expect.closeTo(best.cost, 6) })
  }
})
