import { expect, test } from 'vitest'
import { monthlyLimitOf } from './api-quota.ts'

const now = new Date('2026-03-15T00:00:00Z')
const [over, ahead] = ['2026-03-15T00:00:00Z', '2026-03-15T00:00:01Z']

test('Free allows 1,000 requests a month, Standard 50,000, and Enterprise has no limit', () => {
  expect(monthlyLimitOf({ tier: 'free', trial_ends_at: over }, now)).toBe(1_000)
  expect(monthlyLimitOf({ tier: 'standard', trial_ends_at: over }, now)).toBe(50_000)
  expect(monthlyLimitOf({ tier: 'enterprise', trial_ends_at: over }, now)).toBeNull()
})

test('the trial has the limits of Standard and does not lower a higher tier', () => {
  expect(monthlyLimitOf({ tier: 'free', trial_ends_at: ahead }, now)).toBe(50_000)
  expect(monthlyLimitOf({ tier: 'enterprise', trial_ends_at: ahead }, now)).toBeNull()
})
