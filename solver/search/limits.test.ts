import { expect, test } from 'vitest'
import { check, solve, type SolveProgress, type VroomInput } from '../index.ts'
import { line } from '../testing/line.ts'
import { randomProblem } from '../testing/random-problem.ts'

test('a time limit needs a clock and ends the search by it', () => {
  const problem = randomProblem(3, 30, 5)
  expect(() => solve(problem, { timeLimitSeconds: 1 })).toThrow('options.now')
  let clock = 0
  const told: number[] = []
  const onProgress = (progress: SolveProgress) => void told.push(progress.elapsedSeconds!)
  const plan = solve(problem, { timeLimitSeconds: 2, now: () => (clock += 10), onProgress })
  expect(clock).toBeGreaterThanOrEqual(2000)
  expect(clock).toBeLessThan(2200)
  expect(told.length).toBeGreaterThan(4)
  for (let i = 2; i < told.length; i++) expect(told[i] - told[i - 1]).toBeGreaterThanOrEqual(0.25)
  expect(check(problem, plan).errors).toEqual([])
})

test('a cancelled search returns its best plan at once', () => {
  const problem = randomProblem(3, 30, 5)
  let asked = 0
  const plan = solve(problem, { iterationLimit: 1e9, isCancelled: () => ++asked > 5 })
  expect(check(problem, plan).errors).toEqual([])
  expect(asked).toBeLessThan(10)
})

test('a limit of 0 still gives a complete first plan', () => {
  const jobs = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, location_index: i + 1 }))
  const vehicles = [1, 2].map((id) => ({ id, start_index: 0, end_index: 0 }))
  const problem = { jobs, vehicles, matrices: line(301) }
  expect(solve(problem, { iterationLimit: 0 }).unassigned).toEqual([])
  expect(solve(problem, { timeLimitSeconds: 0, now: () => 0 }).unassigned).toEqual([])
})

test('with an iteration limit, a time limit does not change the plan, however fast the clock runs', () => {
  const jobs = Array.from({ length: 60 }, (_, i) => ({
    id: i + 1,
    location_index: i + 1,
    delivery: [1 + (i % 3)],
    time_windows: [[(i * 37) % 500, 1000 + ((i * 53) % 900)] as [number, number]],
  }))
  const place = (i: number) => [(i * 71) % 97, (i * 43) % 89] as const
  const durations = Array.from({ length: 61 }, (_, a) =>
    Array.from({ length: 61 }, (_, b) => Math.round(Math.hypot(place(a)[0] - place(b)[0], place(a)[1] - place(b)[1]))),
  )
  const vehicles = Array.from({ length: 20 }, (_, v) => ({ id: v + 1, start_index: 0, end_index: 0, capacity: [15] }))
  const problem = { jobs, vehicles, matrices: { car: { durations } } }
  const planned = (pace: number) => {
    let asked = 0
    const now = () => (asked += pace)
    return solve(problem, { iterationLimit: 6000, seed: 1, ...(pace > 0 && { timeLimitSeconds: 1e6, now }) }).routes
  }
  expect(planned(0.5)).toEqual(planned(0))
  expect(planned(7)).toEqual(planned(0))
})

test('long after the time limit each unassigned job still gets a reason, but no fix', () => {
  const single: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [2], time_window: [0, 500] }],
    jobs: Array.from({ length: 12 }, (_, i) => ({ id: i + 1, location_index: 1, service: 30, delivery: [1] })),
    matrices: { car: { durations: [[0, 60], [60, 0]] } }, // prettier-ignore
  }
  const several = { ...single, vehicles: single.vehicles.map((each) => ({ ...each, reload: { max_trips: 2 } })) }
  for (const { fix } of solve(single, { iterationLimit: 50 }).unassigned) expect(fix?.constraint).toBe('capacity')
  for (const problem of [single, several]) {
    let clock = 0
    const plan = solve(problem, { timeLimitSeconds: 1, now: () => (clock += 600) })
    expect(check(problem, plan).errors).toEqual([])
    expect(plan.unassigned.length).toBeGreaterThan(7)
    for (const { reason, fix } of plan.unassigned) {
      expect(reason.code).toBe(problem === single ? 'capacity' : 'trips')
      expect(fix).toBeUndefined()
    }
  }
})

test('a first plan is found even if reading the problem used up the time limit', () => {
  const jobs = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, location_index: i + 1 }))
  const vehicles = [1, 2].map((id) => ({ id, start_index: 0, end_index: 0 }))
  let isRead = false
  const now = () => {
    const milliseconds = isRead ? 5000 : 0
    isRead = true
    return milliseconds
  }
  const plan = solve({ jobs, vehicles, matrices: line(301) }, { timeLimitSeconds: 2, now })
  expect(plan.unassigned).toEqual([])
})
