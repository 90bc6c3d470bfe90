import { expect, test } from 'vitest'
import { decimalsOf, toMajor, toMinor } from './money.ts'

test('money has as many digits as its currency, and nothing is lost on the way back', () => {
  expect([decimalsOf('USD'), decimalsOf('JPY'), decimalsOf('KWD')]).toEqual([2, 0, 3])
  expect([toMajor(1250, 'USD'), toMinor(12.5, 'USD'), toMinor(0.29, 'USD')]).toEqual([12.5, 1250, 29])
  expect([toMajor(500, 'JPY'), toMinor(500, 'JPY')]).toEqual([500, 500])
  expect(toMinor(Number.NaN, 'USD')).toBeNaN()
})
