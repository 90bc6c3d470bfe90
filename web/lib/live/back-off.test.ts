import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

test('pages come back at different times, and wait longer with every try', () => {
  const [soonest, latest] = [() => 0, () => 1]
  expect([1, 2, 3, 4, 10].map((tries) => backOff(tries, latest))).toEqual([1000, 1900, 3700, 7300, 10_100])
  expect([1, 10].map((tries) => backOff(tries, soonest))).toEqual([100, 100])
})
