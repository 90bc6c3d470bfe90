import { expect, test } from 'vitest'
import { countNumbers, readRanges, writeRanges } from './number-ranges.ts'

test('numbers are written as ranges and read back', () => {
  expect(writeRanges([7, 2, 1, 3, 9, 10, 9])).toBe('1-3,7,9-10')
  expect(readRanges('1-3,7,9-10')).toEqual([
    [1, 3],
    [7, 7],
    [9, 10],
  ])
  expect(countNumbers('1-3,7,9-10')).toBe(6)
})

test('anything else is not a list of numbers', () => {
  for (const text of ['', '1,', 'a', '1-', '1--2', '1 2', '1234567890']) expect(readRanges(text)).toBeUndefined()
})
