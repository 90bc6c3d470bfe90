import { expect, test } from 'vitest'
import { signsOutAt } from './idle.ts'

const now = 10_000_000
const at = (lastUse: string | null, signedInAt?: number) => signsOutAt({ lastUse, signedInAt }, 15, now)

test('a page that nobody uses signs out so many minutes after it was last used', () => {
  expect(at(String(now))).toBe(now + 900_000)
  expect(at(String(now - 900_000))).toBe(now)
})

test('whoever signs in again after that is not signed out at once', () => {
  expect(at(String(now - 3_600_000), now - 1000)).toBe(now + 899_000)
  expect(at(String(now), now - 3_600_000)).toBe(now + 900_000)
})

test('without a note, or with a strange one, the time begins now', () => {
  for (const strange of [null, '', 'soon', 'NaN', 'Infinity', String(now + 5_000)]) {
    expect(at(strange, now - 3_600_000)).toBe(now + 900_000)
  }
})
