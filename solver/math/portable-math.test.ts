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
