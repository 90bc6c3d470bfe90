import { expect, test } from 'vitest'
import { Speed } from './speed.ts'

test('the first figure counts everything so far, so a constant speed tells what the budget is worth', () => {
  const speed = new Speed(10)
  expect(speed.perJob(500, 0.05)).toBe(500 / 0.05 / 10)
  expect(speed.perJob(1000, 0.1)).toBeCloseTo(1000)
})

test('a slow start is forgotten', () => {
  const speed = new Speed(10)
  speed.perJob(50, 0.05)
  expect(speed.perJob(50 + 500, 0.1)).toBeCloseTo(1000)
})

test('short moments do not change the figure, however slow they are', () => {
  const speed = new Speed(10)
  const first = speed.perJob(500, 0.05)
  expect(speed.perJob(501, 0.06)).toBe(first)
  expect(speed.perJob(750, 0.075)).toBeCloseTo(1000)
})
