import { expect, test } from 'vitest'
import { daysOf, weekdayOf } from './recurrence.ts'

const monday = '2026-03-16'
const base = { weekdays: [1, 3, 7], every_weeks: 1, first_day: monday, last_day: null }

test('it comes on its days of the week, not before the first day and not after the last', () => {
  expect(weekdayOf(monday)).toBe(1)
  expect(daysOf(base, '2026-03-01', '2026-03-23')).toEqual([monday, '2026-03-18', '2026-03-22', '2026-03-23'])
  expect(daysOf({ ...base, last_day: '2026-03-18' }, '2026-03-17', '2026-04-30')).toEqual(['2026-03-18'])
  expect(daysOf({ ...base, weekdays: [] }, monday, '2026-04-30')).toEqual([])
})

test('every other week is counted from the week of the first day, also over the end of a year', () => {
  const other = { ...base, weekdays: [1, 7], every_weeks: 2, first_day: '2026-12-23' }
  expect(daysOf(other, '2026-12-20', '2027-01-12')).toEqual(['2026-12-27', '2027-01-04', '2027-01-10'])
})
