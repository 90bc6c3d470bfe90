import { expect, test } from 'vitest'
import { countMonth, nextMonth } from './tier-month.ts'
import { deliveriesAllowed, driversAllowed, hasFeature, licensedDrivers, monthlyLimitOf, sayLacking } from './tiers.ts'

const now = new Date('2026-03-15T00:00:00Z')
const [over, ahead] = ['2026-03-15T00:00:00Z', '2026-03-15T00:00:01Z']
const workspace = (tier: 'free' | 'standard' | 'enterprise', more: object = {}) => ({
  tier,
  trial_ends_at: over,
  licenses: null,
  sandbox_of: null,
  ...more,
})

test('Free allows 1,000 requests a month, Standard 50,000, and Enterprise has no limit', () => {
  expect(monthlyLimitOf(workspace('free'), now)).toBe(1_000)
  expect(monthlyLimitOf(workspace('standard'), now)).toBe(50_000)
  expect(monthlyLimitOf(workspace('enterprise'), now)).toBeNull()
})

test('the trial has the limits of Standard and does not lower a higher tier', () => {
  expect(monthlyLimitOf(workspace('free', { trial_ends_at: ahead }), now)).toBe(50_000)
  expect(monthlyLimitOf(workspace('enterprise', { trial_ends_at: ahead }), now)).toBeNull()
})

test('Free has one driver and 1,000 deliveries a month, Standard its licenses, a trial and a sandbox no limit', () => {
  const limits = (each: ReturnType<typeof workspace>) => [driversAllowed(each, now), deliveriesAllowed(each, now)]
  expect(limits(workspace('free'))).toEqual([1, 1_000])
  expect(limits(workspace('standard', { licenses: 3 }))).toEqual([3, null])
  expect(limits(workspace('enterprise', { licenses: 3 }))).toEqual([null, null])
  expect(limits(workspace('free', { trial_ends_at: ahead, licenses: 3 }))).toEqual([null, null])
  expect(limits(workspace('free', { sandbox_of: 'a' }))).toEqual([null, null])
})

test('Free has no real-time tracking, and is told who has', () => {
  expect(hasFeature(workspace('free'), 'real_time_tracking', now)).toBe(false)
  expect(hasFeature(workspace('free', { trial_ends_at: ahead }), 'real_time_tracking', now)).toBe(true)
  expect(sayLacking('real_time_tracking', 'free')).toContain('part of Standard or Enterprise')
})

test('chosen drivers have licenses first, then those who were added first', () => {
  const drivers = ['a', 'b', 'c'].map((id) => ({ id }))
  const ids = (allowed: number | null, chosen: string[]) =>
    licensedDrivers(drivers, allowed, chosen).map(({ id }) => id)
  expect(ids(2, [])).toEqual(['a', 'b'])
  expect(ids(1, ['c'])).toEqual(['c'])
  expect(ids(2, ['gone', 'c'])).toEqual(['c', 'a'])
  expect(ids(null, ['c'])).toEqual(['a', 'b', 'c'])
})

test('what waits comes first next month, and what was added before the limit does not count', () => {
  const [march, april, may] = ['2026-04-01', '2026-05-01', '2026-06-01'].map((day) => new Date(day)) as [
    Date,
    Date,
    Date,
  ]
  const first = nextMonth(undefined, 3_000, 1_000, march)
  expect(first).toEqual({ waitsAbove: 4_000, endsAt: march })
  expect(countMonth(first, 3_999, 1_000)).toEqual({ used: 999, waiting: 0 })
  expect(countMonth(first, 6_500, 1_000)).toEqual({ used: 3_500, waiting: 2_500 })
  const second = nextMonth(first, 6_500, 1_000, april)
  expect(countMonth(second, 6_500, 1_000)).toEqual({ used: 2_500, waiting: 1_500 })
  // A quiet month leaves nothing over for the next one.
  expect(nextMonth({ waitsAbove: 9_000 }, 6_500, 1_000, may).waitsAbove).toBe(7_500)
})
