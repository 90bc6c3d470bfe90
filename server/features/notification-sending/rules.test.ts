import { expect, test } from 'vitest'
import { nextRate } from './rules.ts'

test('the rate comes down to what a busy provider takes, stays there, and goes up again with it', () => {
  const follow = (from: number, takes: number, seconds: number) => {
    const rates = [from]
    for (let second = 0; second < seconds; second++) {
      const taken = Math.min(rates.at(-1)!, takes)
      rates.push(nextRate(rates.at(-1)!, { taken, busy: rates.at(-1)! - taken }, 1000))
    }
    return rates
  }
  const down = follow(1000, 500, 30).slice(10)
  expect(Math.min(...down)).toBeGreaterThanOrEqual(490)
  expect(Math.max(...down)).toBeLessThanOrEqual(512)
  expect(follow(500, 2000, 60).at(-1)).toBe(1000)
  expect(follow(1, 1000, 250).at(-1)).toBe(1000)
  expect(nextRate(1, { taken: 0, busy: 1 }, 1000)).toBe(1)
})
