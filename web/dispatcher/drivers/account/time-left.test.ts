import { expect, test } from 'vitest'
import { secondsLeft, spoken } from './time-left.ts'

test('the time that a code has left is counted down to zero', () => {
  const now = Date.parse('2026-03-02T08:00:00Z')
  expect(secondsLeft('2026-03-02T08:05:00Z', now)).toBe(300)
  expect(secondsLeft('2026-03-02T08:00:00.200Z', now)).toBe(1)
  expect(secondsLeft('2026-03-02T07:59:00Z', now)).toBe(0)
  expect([300, 245, 9].map(spoken)).toEqual(['5:00 minutes', '4:05 minutes', '0:09 minutes'])
})
