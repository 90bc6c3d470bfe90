import { expect, test } from 'vitest'
import { check, solve, type VroomInput } from './index.ts'
import { line } from './testing/line.ts'
import { missed, orderOf } from './testing/reading.ts'

const quick = { iterationLimit: 2000 }

test('one vehicle picks up a shipment before delivering it, and never carries more than fits', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [2] }],
    jobs: [{ id: 1, location_index: 4, delivery: [2] }],
    shipments: [
      { pickup: { id: 1, location_index: 3 }, delivery: { id: 1, location_index: 1 }, amount: [1] },
      { pickup: { id: 2, location_index: 2 }, delivery: { id: 2, location_index: 1 }, amount: [2] },
    ],
    matrices: line(5),
  }
  const plan = solve(problem, quick)
  expect(check(problem, plan).errors).toEqual([])
  const steps = plan.routes[0].steps.map(({ type, id, load }) => [type, id, load[0]])
  expect(steps).toEqual([
    ['start', undefined, 2],
    ['job', 1, 0],
    ['pickup', 1, 1],
    ['delivery', 1, 0],
    ['pickup', 2, 2],
    ['delivery', 2, 0],
    ['end', undefined, 0],
  ])
  expect([plan.summary.cost, plan.routes[0].delivery, plan.routes[0].pickup]).toEqual([10, [5], [3]])
})

test('an optional job is served only if its prize pays for the detour', () => {
  const job = { id: 1, location_index: 3, prize: 7 }
  const problem: VroomInput = { vehicles: [{ id: 1, start_index: 0, end_index: 0 }], jobs: [job], matrices: line(4) }
  expect(missed(solve(problem, quick))).toEqual([])
  job.prize = 5
  const plan = solve(problem, quick)
  expect([missed(plan), plan.summary.missed_prizes, plan.unassigned[0].reason.code]).toEqual([[1], 5, 'not_worth'])
  expect(check(problem, plan).errors).toEqual([])
})

test('capacity holds in every dimension, and pickups use the room that deliveries free', () => {
  const depot = { start_index: 0, end_index: 0 }
  const problem: VroomInput = {
    vehicles: [{ id: 1, ...depot, capacity: [2, 10] }],
    jobs: [
      { id: 1, location_index: 1, delivery: [2, 0] },
      { id: 2, location_index: 2, pickup: [2, 0] },
      { id: 3, location_index: 3, delivery: [0, 11] },
    ],
    matrices: line(4),
  }
  const plan = solve(problem, quick)
  expect(orderOf(plan)).toEqual([[1, 2]])
  expect(plan.routes[0].steps.map((step) => step.load)).toEqual([
    [2, 0],
    [0, 0],
    [2, 0],
    [2, 0],
  ])
  expect(missed(plan)).toEqual([3])
})

test('time windows decide the order, and waiting happens before the start if possible', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
    jobs: [
      { id: 1, location_index: 1, service: 10, time_windows: [[500, 600]] },
      {
        id: 2,
        location_index: 2,
        service: 10,
        time_windows: [
          [0, 10],
          [100, 110],
        ],
      },
    ],
    matrices: line(3),
  }
  const plan = solve(problem, quick)
  expect(check(problem, plan).errors).toEqual([])
  expect(orderOf(plan)).toEqual([[2, 1]])
  expect(plan.routes[0].steps.map((step) => step.arrival)).toEqual([108, 110, 121 - 0, 511])
})

test('setup is spent once at an address', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
    jobs: [1, 2].map((id) => ({ id, location_index: 1, setup: 100, service: 10 })),
    matrices: line(2),
  }
  const { summary } = solve(problem, quick)
  expect([summary.setup, summary.service]).toEqual([100, 20])
})

test('a job only goes to a vehicle with all its skills', () => {
  const problem: VroomInput = {
    vehicles: [
      { id: 1, start_index: 0, end_index: 0, skills: [1] },
      { id: 2, start_index: 3, end_index: 3, skills: [1, 2] },
    ],
    jobs: [
      { id: 1, location_index: 1, skills: [1, 2] },
      { id: 2, location_index: 2, skills: [3] },
    ],
    matrices: line(4),
  }
  const plan = solve(problem, quick)
  expect(plan.routes.map((route) => route.vehicle)).toEqual([2])
  expect(missed(plan)).toEqual([2])
})

test('one urgent job displaces several less urgent ones: priority beats number', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [3] }],
    jobs: [
      { id: 1, location_index: 1, delivery: [3], priority: 10 },
      ...[2, 3, 4].map((id) => ({ id, location_index: id, delivery: [1], priority: 3 })),
    ],
    matrices: line(5),
  }
  expect(missed(solve(problem, quick))).toEqual([2, 3, 4])
  problem.jobs[1].priority = 5
  expect(missed(solve(problem, quick))).toEqual([1])
})

test('limits on jobs, travel time and distance hold', () => {
  const vehicle = { id: 1, start_index: 0, end_index: 0 }
  const jobs = [1, 2, 3].map((id) => ({ id, location_index: id }))
  const run = (limit: object) => {
    return solve({ vehicles: [{ ...vehicle, ...limit }], jobs, matrices: line(4, 1, 1) }, quick)
  }
  expect(missed(run({ max_tasks: 2 }))).toHaveLength(1)
  expect(missed(run({ max_travel_time: 5 }))).toEqual([3])
  expect(missed(run({ max_distance: 3 }))).toEqual([2, 3])
  expect(missed(run({ time_window: [0, 4] }))).toEqual([3])
  expect(missed(run({}))).toEqual([])
})
