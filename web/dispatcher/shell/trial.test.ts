import { expect, test } from 'vitest'
import { isTrialShown, trialDaysLeft, trialSentence } from './trial.ts'

const now = Date.parse('2026-03-02T10:00:00Z')

test('a day that has started counts as a whole day', () => {
  expect(trialDaysLeft('2026-03-09T10:00:00Z', now)).toBe(7)
  expect(trialDaysLeft('2026-03-09T10:00:01Z', now)).toBe(8)
  expect(trialDaysLeft('2026-03-02T10:00:01Z', now)).toBe(1)
})

test('a trial that is over has no days left, however long ago', () => {
  expect(trialDaysLeft('2026-03-02T10:00:00Z', now)).toBe(0)
  expect(trialDaysLeft('2025-01-01T00:00:00Z', now)).toBe(0)
  expect(trialSentence(0)).toContain('has ended')
})

test('a dismissed banner stays away, and comes back once on each of the last days', () => {
  expect(isTrialShown(7, null)).toBe(true)
  expect(isTrialShown(7, 7)).toBe(false)
  expect(isTrialShown(3, 7)).toBe(false)
  expect(isTrialShown(2, 7)).toBe(true)
  expect(isTrialShown(2, 2)).toBe(false)
  expect(isTrialShown(1, 2)).toBe(true)
  expect(isTrialShown(0, 1)).toBe(true)
  expect(isTrialShown(0, 0)).toBe(false)
})
