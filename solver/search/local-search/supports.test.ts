import { expect, test } from 'vitest'
import { buildProblem } from '../../model/problem.ts'
import { plainProblem } from '../../testing/plain-problem.ts'
import type { VroomInput } from '../../json/vroom.ts'
import { localSearchApplies } from './supports.ts'

const appliesTo = (change: (problem: VroomInput) => void) => {
  const input = plainProblem(1, 6)
  change(input)
  return localSearchApplies(buildProblem(input))
}

test('the local search applies to windows, skills, several vehicle types, prizes and priorities', () => {
  expect(appliesTo(() => {})).toBe(true)
  expect(appliesTo(({ jobs }) => (jobs[0].prize = 30))).toBe(true)
  expect(appliesTo(({ jobs }) => (jobs[0].priority = 30))).toBe(true)
})

test('it applies to limits on shift, travel time and distance, unless more depends on time', () => {
  expect(appliesTo(({ vehicles }) => (vehicles[0].max_shift = 300))).toBe(true)
  expect(appliesTo(({ vehicles }) => (vehicles[0].max_travel_time = 300))).toBe(true)
  const hasDistance = ({ vehicles, matrices }: VroomInput) => {
    vehicles[0].max_distance = 300
    matrices!.car!.distances = matrices!.car!.durations!
  }
  expect(appliesTo(hasDistance)).toBe(true)
  const waits = ({ vehicles }: VroomInput) =>
    Object.assign(vehicles[0], { max_shift: 300, costs: { per_waiting_hour: 60 } })
  expect(appliesTo(waits)).toBe(false)
})

test('it applies to jobs that are all picked up, but not to loads that shrink and grow', () => {
  const turn = (problem: VroomInput, many: number) => {
    for (const job of problem.jobs.slice(0, many)) {
      job.pickup = job.delivery!
      delete job.delivery
    }
  }
  expect(appliesTo((problem) => turn(problem, 6))).toBe(true)
  expect(appliesTo((problem) => turn(problem, 3))).toBe(false)
})

test.each<[string, (problem: VroomInput) => void]>([
  ['setup', ({ jobs }) => (jobs[0].setup = 60)],
  ['several windows', ({ jobs }) => (jobs[0].time_windows = [[0, 10], [20, 30]])], // prettier-ignore
  ['breaks', ({ vehicles }) => (vehicles[0].breaks = [{ id: 1, time_windows: [[100, 200]], service: 30 }])],
  ['a limit on tasks', ({ vehicles }) => (vehicles[0].max_tasks = 3)],
  [
    'shipments',
    (problem) =>
      (problem.shipments = [{ pickup: { id: 1, location_index: 2 }, delivery: { id: 1, location_index: 3 } }]),
  ],
])('it does not apply to %s', (_, change) => {
  expect(appliesTo(change)).toBe(false)
})
