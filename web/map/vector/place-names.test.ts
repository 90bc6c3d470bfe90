import { expect, test } from 'vitest'
import { isShown, nameSize } from './place-names.ts'

test('a place shows from its own zoom on', () => {
  expect(isShown({ zoom: 8 }, 7)).toBe(false)
  expect(isShown({ zoom: 8 }, 8)).toBe(true)
  expect(isShown({}, 18)).toBe(false)
})

test('larger places have larger names, more so from close by', () => {
  expect(nameSize(8_000_000, 5)).toBeGreaterThan(nameSize(100_000, 5))
  expect(nameSize(8_000_000, 13)).toBeGreaterThan(nameSize(8_000_000, 5))
  expect(nameSize(2000, 13)).toBe(11)
})
