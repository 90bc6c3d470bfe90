import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

test('pages come back at different times, and wait longer with every try', () => {
  const [soonest, latest] = [() => 0, () => 1]
  expect([1, 2, 3, 10].map((tries) => backOff(tries, latest))).toEqual([2200, 4200, 8200, 10_200])
  expect([1, 10].map((tries) => backOff(tries, soonest))).toEqual([200, 200])
})
