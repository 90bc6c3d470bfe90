import { expect, test } from 'vitest'
import { buildProblem } from '../../../model/build-problem.ts'
import { noRoutes } from '../../../testing/penalized-cost.ts'
import type { TimeWindow, VroomVehicle } from '../../../json/vroom.ts'
import { PenalizedRoutes } from './penalized-routes.ts'

const apart = 10
const lateness = 1000

/** Lateness of a route with two jobs, 10 s from each other and from the depot, each with 5 s of service and a window. */
function late(windows: TimeWindow[], limits: Partial<VroomVehicle>): number {
  const ways = [0, 1, 2].map((a) => [0, 1, 2].map((b) => (a === b ? 0 : apart)))
  const problem = buildProblem({
    vehicles: [{ id: 1, start_index: 0, end_index: 0, time_window: [0, lateness], ...limits }],
    jobs: windows.map((window, j) => ({ id: j + 1, location_index: j + 1, service: 5, time_windows: [window] })),
    matrices: { car: { durations: ways, distances: ways.map((row) => row.map((way) => way * 100)) } },
  })
  const next = noRoutes(problem)
  next[2] = 0
  next[0] = 1
  next[1] = 3
  const routes = new PenalizedRoutes(problem)
  routes.take(next)
  // The same route as a whole, cut anywhere, and job by job.
  const seen = [routes.warp.ofRoute(0), routes.warp.joined(0, 2, 0), routes.warp.joined(0, 0, 1)]
  seen.push(routes.warp.joined(0, 1, 3))
  const { sequence } = routes
  seen.push(routes.warp.through(0, 2, sequence.clear().add(0).add(1), 3))
  seen.push(routes.warp.through(0, 2, sequence.clear().add(0), 1))
  for (const one of seen) expect(one).toBeCloseTo(seen[0], 9)
  return seen[0]
}

test('a shift includes waiting, from the best departure on', () => {
  // Away from 90 to 215, since the first job cannot start later.
  const waits: TimeWindow[] = [[100, 100], [200, 260]] // prettier-ignore
  expect(late(waits, { max_shift: 125 })).toBe(0)
  expect(late(waits, { max_shift: 120 })).toBe(5)
  // Away from 140 to 215.
  const leavesLater: TimeWindow[] = [[100, 150], [200, 260]] // prettier-ignore
  expect(late(leavesLater, { max_shift: 75 })).toBe(0)
  expect(late(leavesLater, { max_shift: 70 })).toBe(5)
  // No waiting: three legs and two jobs.
  const free: TimeWindow[] = [[0, lateness], [0, lateness]] // prettier-ignore
  expect(late(free, { max_shift: 40 })).toBe(0)
  expect(late(free, { max_shift: 39 })).toBe(1)
})

test('the vehicle’s own window limits when it leaves and when it returns', () => {
  const waits: TimeWindow[] = [[0, 150], [200, 260]] // prettier-ignore
  expect(late(waits, { max_shift: 75, time_window: [0, lateness] })).toBe(0)
  // It cannot leave later than at 0.
  expect(late([[0, 150], [90, 260]], { max_shift: 75, time_window: [0, 0] })).toBe(30 + 105) // prettier-ignore
  expect(late(waits, { max_shift: 75, time_window: [0, 200] })).toBe(15)
})

test('lateness and an overlong shift add up, and time warp does not make the shift shorter', () => {
  // 65 s late at the second job, and away for 40 s.
  const turned: TimeWindow[] = [[100, 100], [0, 50]] // prettier-ignore
  expect(late(turned, { max_shift: 40 })).toBe(65)
  expect(late(turned, { max_shift: 30 })).toBe(75)
})

test('limits on travel time and distance count too, with meters in the seconds they take on average', () => {
  const free: TimeWindow[] = [[0, lateness], [0, lateness]] // prettier-ignore
  expect(late(free, { max_travel_time: 30 })).toBe(0)
  expect(late(free, { max_travel_time: 26 })).toBe(4)
  expect(late(free, { max_distance: 3000 })).toBe(0)
  expect(late(free, { max_distance: 2500 })).toBeCloseTo(5, 9)
  expect(late(free, { max_shift: 38, max_travel_time: 26, max_distance: 2500 })).toBeCloseTo(2 + 4 + 5, 9)
})
