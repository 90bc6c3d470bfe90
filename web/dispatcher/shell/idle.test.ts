import { expect, test } from 'vitest'
import { signsOutAt } from './idle.ts'

const now = 10_000_000
const minutes = 15

test('a page that nobody uses signs out so many minutes after it was last used', () => {
  expect(signsOutAt(String(now), minutes, now)).toBe(now + 900_000)
  expect(signsOutAt(String(now - 900_000), minutes, now)).toBe(now)
})

test('without a note, or with a strange one, the time begins now', () => {
  for (const strange of [null, 'soon', 'NaN', 'Infinity', String(now + 5_000)]) {
    expect(signsOutAt(strange, minutes, now)).toBe(now + 900_000)
  }
})
