import { expect, test } from 'vitest'
import { arcsine, exponential, logarithm, sine } from './portable-math.ts'

test('portable functions agree with the built-in ones', () => {
  for (let i = 1; i < 200; i++) {
    const x = i / 200
    expect(logarithm(x)).toBeCloseTo(Math.log(x), 13)
    expect(logarithm(1 / x)).toBeCloseTo(-Math.log(x), 13)
    expect(exponential(-10 * x)).toBeCloseTo(Math.exp(-10 * x), 13)
    expect(sine((2 * x - 1) * Math.PI)).toBeCloseTo(Math.sin((2 * x - 1) * Math.PI), 13)
    expect(arcsine(x)).toBeCloseTo(Math.asin(x), 13)
  }
  expect([arcsine(0), exponential(0), logarithm(1)]).toEqual([0, 1, 0])
  expect(arcsine(1)).toBeCloseTo(Math.PI / 2, 13)
})

test('arcsine is the same to the last bit as its plain series', () => {
  for (let i = 0; i < 20_000; i++) {
    const x = (i / 20_000) ** 6
    expect(arcsine(x)).toBe(plainArcsine(x))
  }
})

function plainArcsine(given: number): number {
  let x = given
  let doublings = 0
  for (; x > 0.1; doublings++) x /= Math.sqrt(2 * (1 + Math.sqrt(1 - x * x)))
  let power = x
  let sum = x
  for (let k = 1; k < 9; k++) {
    power *= (x * x * (2 * k - 1)) / (2 * k)
    sum += power / (2 * k + 1)
  }
  return sum * 2 ** doublings
}
