import { expect, test } from 'vitest'
import { dueOf } from './due.ts'

const oil = {
  name: 'Oil change',
  every_km: 10_000,
  every_months: 12,
  last_done_on: '2026-01-31',
  last_done_km: 40_000,
  warn_km: 500,
  warn_days: 14,
}

test.each([
  ['2026-06-01', 45_000, 'ok', null],
  ['2026-06-01', 49_600, 'due', 'Oil change is due at 50,000 km, in 400 km.'],
  ['2026-06-01', 50_350, 'overdue', 'Oil change was due at 50,000 km, 350 km ago.'],
  ['2027-01-20', 45_000, 'due', 'Oil change is due by 2027-01-31.'],
  ['2027-02-01', 45_000, 'overdue', 'Oil change was due by 2027-01-31.'],
  // The worst of both counts.
  ['2027-01-20', 50_001, 'overdue', 'Oil change was due at 50,000 km, 1 km ago.'],
  // Without an odometer, only time is known.
  ['2026-06-01', null, 'ok', null],
] as const)('on %s at %s km, it is %s', (today, odometer_km, state, sentence) => {
  expect(dueOf(oil, { today, odometer_km })).toMatchObject({ state, sentence })
})

test('months end with a month that is shorter', () => {
  const monthly = { ...oil, every_km: null, every_months: 1 }
  expect(dueOf(monthly, { today: '2026-02-28', odometer_km: null })).toMatchObject({ state: 'due', on: '2026-02-28' })
})
