import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Units } from '../measure/units.ts'
import { callsPerMinute } from '../measure/dispatchers.ts'
import { root } from '../tools.ts'
import { reasons, usual } from './assumptions.ts'
import { reckon } from './model.ts'
import { fillPage, scaleTables, unpadded } from './tables.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const units = JSON.parse(read('docs/scale-units.json')) as Units

test('docs/scale.md says what the model reckons: npm run scale writes it again', () => {
  const page = read('docs/scale.md')
  expect(unpadded(fillPage(page, scaleTables(units, usual)))).toBe(unpadded(page))
})

test('each assumption has one row, and each figure says how it was measured', () => {
  expect(Object.keys(reasons)).toEqual(Object.keys(usual))
  for (const unit of Object.values(units)) {
    expect(unit.value).toBeGreaterThan(0)
    expect(unit.command).toMatch(/^npm run bench -- scale /)
    expect(unit.date).toMatch(/^20\d\d-\d\d-\d\d$/)
  }
  expect(usual.callsPerDispatcherMinute).toBe(
    Object.values(callsPerMinute).reduce<number>((sum, count) => sum + count, 0),
  )
})

test('twice as many take twice as much, and a cell is never more than full', () => {
  const one = reckon(units, usual)
  const twice = reckon(units, {
    ...usual,
    deliveriesPerDay: 2 * usual.deliveriesPerDay,
    drivers: 2 * usual.drivers,
  })
  expect(twice.processors.server).toBeCloseTo(2 * one.processors.server)
  expect(twice.kept.positions).toBeCloseTo(2 * one.kept.positions)
  for (const { cells, limits } of [one, twice]) {
    expect(Math.max(...limits.map((limit) => limit.cells))).toBeLessThanOrEqual(cells)
    expect(limits[0]!.cells).toBeGreaterThan(cells - 1)
  }
})

test('a small operator needs one cell', () => {
  const { cells, serversPerCell } = reckon(units, { ...usual, deliveriesPerDay: 2000, drivers: 100 })
  expect([cells, serversPerCell]).toEqual([1, 3])
})

test('a figure that was never measured is named', () => {
  const { ['bytes on the disk per fix']: _, ...others } = units
  expect(() => reckon(others, usual)).toThrow(/lacks “bytes on the disk per fix”/)
})
