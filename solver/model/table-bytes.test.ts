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
  expect(bytes({ costs: { per_km: 1 } })).toBe(5 * bytes({}))
  const row = Array.from({ length: 3 }, () => 1)
  const matrices = { car: { durations: [row, row, row] } }
  const byIndex = { jobs: [{ id: 1, location_index: 1 }], vehicles: [{ id: 1, start_index: 0, end_index: 2 }] }
  expect(tableBytes({ ...byIndex, matrices })).toBe(2 * 4 * 4 * 4)
})
