import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test.each([
  ['150.000', 2, 15_000_000],
  ['150,000', 2, 15_000_000],
  ['1.250.000', 2, 125_000_000],
  ['1,250.50', 2, 125_050],
  ['1.250,5', 2, 125_050],
  ['12.5', 2, 1250],
  ['12,', 2, 1200],
  ['.5', 2, 50],
  [' 80 000 ', 2, 8_000_000],
  ['1500', 0, 1500],
  ['1.500', 0, 1500],
  ['1.500', 3, 1500],
  ['٢٥٫٥٠', 2, 2550],
  ['0', 2, 0],
])('%s with %i decimals is %i in minor units', (typed, decimals, minor) => {
  expect(readAmount(typed, decimals)).toBe(minor)
})

test.each(['', '.', 'abc', '-5', '1.2.3', '12.345.67', '9'.repeat(20)])('%j is no amount', (typed) => {
  expect(readAmount(typed, 2)).toBeUndefined()
})
