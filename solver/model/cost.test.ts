import { expect, test } from 'vitest'
import { combine, commonUnit, costFactors, transpose } from './cost.ts'
import type { VroomInput } from '../json/vroom.ts'

const input: VroomInput = { jobs: [], vehicles: [] }

test('by default, a second costs one', () => {
  const factors = costFactors(input, { id: 1 })
  expect(factors.time / commonUnit([factors])).toBe(1)
})

test('mixed costs stay integers', () => {
  const factors = [
    costFactors(input, { id: 1, costs: { fixed: 7, per_hour: 1801, per_km: 3 } }),
    costFactors(input, { id: 2, costs: { per_hour: 2500, per_stop: 11, per_unit: [13] } }),
  ]
  const unit = commonUnit(factors)
  for (const factor of factors) for (const part of Object.values(factor).flat()) expect(part % unit).toBe(0)
})

test('sums too large for 32 bits stay exact', () => {
  const table = (values: number[], isSymmetric = false) => combine(2, (a) => (b) => values[a * 2 + b], isSymmetric)
  expect(table([0, 3 * (2 ** 31 - 1), 1, 0])).toEqual(Float64Array.of(0, 3 * (2 ** 31 - 1), 1, 0))
  expect(table([52, 64, 7, 2 ** 31 - 1])).toEqual(Int32Array.of(52, 64, 7, 2 ** 31 - 1))
  expect(table([1, 2, NaN, 3], true)).toEqual(Int32Array.of(1, 2, 2, 3))
})

test('a symmetric table is its own transpose', () => {
  const symmetric = Int32Array.of(0, 1, 1, 0)
  expect(transpose(symmetric, 2)).toBe(symmetric)
  expect([...transpose(Int32Array.of(0, 1, 2, 0), 2)]).toEqual([0, 2, 1, 0])
})
