import { expect, test } from 'vitest'
import { tableBytes } from './table-bytes.ts'
import { normalize } from '../json/normalize.ts'
import { readProblem } from '../route/read-problem.ts'
import type { VroomInput } from '../json/vroom.ts'

const jobs = Array.from({ length: 20 }, (_, i) => ({ id: i + 1, location: [106 + i / 100, -6] as [number, number] }))
const depot = [106.8, -6.2] as [number, number]

test('vehicles of one depot share one table, and each place of its own adds a row and a column', () => {
  const shared: VroomInput = { jobs, vehicles: [1, 2, 3].map((id) => ({ id, start: depot, end: depot })) }
  expect(tableBytes(shared)).toBe(readProblem(normalize(shared)).types[0]!.durations.byteLength)
  const own: VroomInput = { jobs, vehicles: [1, 2, 3].map((id) => ({ id, start: [107, -6 - id / 10] })) }
  expect(tableBytes(own)).toBe(readProblem(normalize(own)).types[0]!.durations.byteLength)
  expect(tableBytes(own)).toBeGreaterThan(tableBytes(shared))
})

test('each speed, price and direction needs tables of its own', () => {
  const bytes = (...vehicles: Partial<VroomInput['vehicles'][0]>[]) =>
    tableBytes({ jobs, vehicles: vehicles.map((vehicle, v) => ({ id: v + 1, start: depot, ...vehicle })) })
  expect(bytes({}, { speed_factor: 2 })).toBe(2 * bytes({}))
  expect(bytes({ max_distance: 1000 })).toBe(2 * bytes({}))
  expect(bytes({ costs: { per_km: 1 } })).toBe(3 * bytes({}))
  expect(bytes({ costs: { per_hour: 0, per_km: 1 } })).toBe(2 * bytes({}))
  expect(bytes({ costs: { per_stop: 1 } })).toBe(5 * bytes({}))
  const row = Array.from({ length: 3 }, () => 1)
  const matrices = { car: { durations: [row, row, row] } }
  const byIndex = { jobs: [{ id: 1, location_index: 1 }], vehicles: [{ id: 1, start_index: 0, end_index: 2 }] }
  expect(tableBytes({ ...byIndex, matrices })).toBe(2 * 4 * 4 * 4)
})

test('costs in meters share the table of distances, and costs in seconds that of durations', () => {
  const types = (costs: object) =>
    readProblem({ jobs, vehicles: [{ id: 1, start: depot, max_distance: 90_000, costs }] }).types[0]!
  const meters = types({ per_hour: 0, per_km: 7 })
  expect(meters.costs).toBe(meters.distances)
  const seconds = types({ per_hour: 900 })
  expect(seconds.costs).toBe(seconds.durations)
  const both = types({ per_hour: 900, per_km: 7 })
  expect(both.costs).toBeInstanceOf(Int32Array)
  expect(both.costs).not.toBe(both.durations)
})

test('a problem that is planned part by part needs no more memory the larger it is', () => {
  const stops = (count: number) =>
    tableBytes({ jobs: Array.from({ length: count }, () => jobs[0]!), vehicles: [{ id: 1, start: depot }] })
  expect(stops(20_000)).toBe(stops(12_001))
  expect(stops(20_000)).toBeLessThan(stops(12_000))
})
