import { expect, test } from 'vitest'
import type { PreparedRow } from '#domain/sheets/prepare-rows.ts'
import { inBatches } from './batches.ts'

const rowsWith = (count: number, notes: string) =>
  Array.from({ length: count }, (_, number) => ({ number, row: { notes } }) as PreparedRow<string, { notes: string }>)

const sizes = (batches: unknown[][]) => batches.map(({ length }) => length)

test('a file goes in calls of so many rows, in its order', () => {
  const batches = inBatches(rowsWith(25, 'Ring twice'), 10)
  expect(sizes(batches)).toEqual([10, 10, 5])
  expect(batches.flat().map(({ number }) => number)).toEqual([...Array(25).keys()])
  expect(inBatches([], 10)).toEqual([])
})

test('long rows go in more calls, so that each fits into a body', () => {
  // A letter of Arabic takes two bytes.
  expect(sizes(inBatches(rowsWith(3, 'ب'.repeat(1_000_000)), 10))).toEqual([1, 1, 1])
  expect(sizes(inBatches(rowsWith(3, 'b'.repeat(1_000_000)), 10))).toEqual([3])
  // What no call can take is refused by itself.
  expect(sizes(inBatches(rowsWith(2, 'b'.repeat(5_000_000)), 10))).toEqual([1, 1])
})
