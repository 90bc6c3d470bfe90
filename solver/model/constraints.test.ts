import { expect, test } from 'vitest'
import { handles } from './constraints.ts'
import { buildProblem } from './build-problem.ts'
import { plainProblem } from '../testing/plain-problem.ts'
import type { VroomInput } from '../json/vroom.ts'

const isHandled = (change: (problem: VroomInput) => void) => {
  const input = plainProblem(1, 6)
  change(input)
  return handles('local search', buildProblem(input))
}

test('local search handles windows, skills, several vehicle types, prizes and priorities', () => {
  expect(isHandled(() => {})).toBe(true)
  expect(isHandled(({ jobs }) => (jobs[0].prize = 30))).toBe(true)
  expect(isHandled(({ jobs }) => (jobs[0].priority = 30))).toBe(true)
})

test('local search handles limits on shift, travel time and distance, unless more depends on time', () => {
  expect(isHandled(({ vehicles }) => (vehicles[0].max_shift = 300))).toBe(true)
  expect(isHandled(({ vehicles }) => (vehicles[0].max_travel_time = 300))).toBe(true)
  const hasDistance = ({ vehicles, matrices }: VroomInput) => {
    vehicles[0].max_distance = 300
    matrices!.car!.distances = matrices!.car!.durations!
  }
  expect(isHandled(hasDistance)).toBe(true)
  const waits = ({ vehicles }: VroomInput) =>
    Object.assign(vehicles[0], { max_shift: 300, costs: { per_waiting_hour: 60 } })
  expect(isHandled(waits)).toBe(false)
})

test('local search handles jobs that are all picked up, but not loads that shrink and grow', () => {
  const turn = (problem: VroomInput, many: number) => {
    for (const job of problem.jobs.slice(0, many)) {
      job.pickup = job.delivery!
      delete job.delivery
    }
  }
  expect(isHandled((problem) => turn(problem, 6))).toBe(true)
  expect(isHandled((problem) => turn(problem, 3))).toBe(false)
})

test.each<[string, (problem: VroomInput) => void]>([
  ['setup', ({ jobs }) => (jobs[0].setup = 60)],
  ['several windows', ({ jobs }) => (jobs[0].time_windows = [[0, 10], [20, 30]])], // prettier-ignore
  ['breaks', ({ vehicles }) => (vehicles[0].breaks = [{ id: 1, time_windows: [[100, 200]], service: 30 }])],
  ['a limit on jobs', ({ vehicles }) => (vehicles[0].max_tasks = 3)],
  [
    'shipments',
    (problem) =>
      (problem.shipments = [{ pickup: { id: 1, location_index: 2 }, delivery: { id: 1, location_index: 3 } }]),
  ],
])('local search does not handle %s', (_, change) => {
  expect(isHandled(change)).toBe(false)
})

test('a vehicle with a fixed cost keeps the first plan from scattering', () => {
  const input = plainProblem(1, 6)
  for (const vehicle of input.vehicles) vehicle.costs = { ...vehicle.costs, fixed: 0 }
  expect(handles('scattering', buildProblem(input))).toBe(true)
  input.vehicles[0].costs = { ...input.vehicles[0].costs, fixed: 10 }
  expect(handles('scattering', buildProblem(input))).toBe(false)
})
