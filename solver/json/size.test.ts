import { expect, test } from 'vitest'
import { maxInTable, maxJobs } from './size.ts'
import { planMode, prepare, type VroomInput } from '../index.ts'
import { refusedPath } from '../testing/refused-path.ts'
import { validate } from './validate.ts'

const depot = { start: [106.8, -6.2] as [number, number] }
const stops = (count: number, vehicleCount = 50, change: Partial<VroomInput> = {}): VroomInput => ({
  jobs: Array.from({ length: count }, (_, i) => ({ id: i + 1, location: [106 + i / 1e5, -6] })),
  vehicles: Array.from({ length: vehicleCount }, (_, v) => ({ id: v + 1, ...depot })),
  ...change,
})

test('up to 20,000 stops are allowed between coordinates', () => {
  expect(() => validate(stops(maxJobs))).not.toThrow()
  expect(() => validate(stops(maxJobs + 1))).toThrow('jobs: 20001 are more than the 20000 allowed')
})

test('with travel times given as a table, 12,000 are allowed', () => {
  const row = [0, 60]
  const byIndex = (count: number): VroomInput => ({
    jobs: Array.from({ length: count }, (_, i) => ({ id: i + 1, location_index: 1 })),
    vehicles: Array.from({ length: 50 }, (_, v) => ({ id: v + 1, start_index: 0 })),
    matrices: { car: { durations: [row, row] } },
  })
  expect(() => validate(byIndex(maxInTable))).not.toThrow()
  expect(() => validate(byIndex(maxInTable + 1))).toThrow(
    'jobs: there are 12001 stops, more than the 12000 allowed with travel times given as a table',
  )
})

test('what is about the whole plan, or needs its table, is for at most 12,000 stops', () => {
  const balance = { of: 'tasks', strength: 1 } as const
  expect(refusedPath(stops(maxInTable + 1, 50, { balance }))).toBe('balance')
  expect(refusedPath(stops(maxInTable + 1, 50, { previous: { routes: [] } }))).toBe('previous')
  const chosen = stops(maxInTable + 1, 50, { groups: { one_of: ['parcel'] } })
  chosen.jobs[0]!.groups = ['parcel']
  expect(refusedPath(chosen)).toBe('groups.one_of')
  expect(() => validate(stops(maxInTable + 1, 24))).toThrow('vehicles: there must be at least 25 for 12001 stops')
  expect(() => validate(stops(maxInTable, 1, { balance }))).not.toThrow()
  expect(() => planMode(stops(maxInTable + 1))).toThrow('jobs: only 12000 stops are allowed here')
  expect(() => prepare(stops(maxInTable + 1))).toThrow('jobs: only 12000 stops are allowed here')
})

test('both ends of a shipment count', () => {
  const location: [number, number] = [106.8, -6.2]
  const shipments = Array.from({ length: maxInTable / 2 }, (_, i) => {
    const end = { id: i + 1, location }
    return { pickup: end, delivery: end }
  })
  expect(refusedPath(stops(1, 1, { shipments }))).toBe('vehicles')
  expect(() => validate(stops(0, 1, { shipments }))).not.toThrow()
})
