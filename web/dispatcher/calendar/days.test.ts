import { expect, test } from 'vitest'
import { daysAround, moved } from './days.ts'

test('a week is Monday to Sunday, and a month has all its days', () => {
  expect(daysAround('2026-03-01', 'week')).toEqual([
    '2026-02-23',
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  const february = daysAround('2028-02-10', 'month')
  expect([february.length, february[0], february.at(-1)]).toEqual([29, '2028-02-01', '2028-02-29'])
})

test('the calendar moves by a week or a month', () => {
  expect(moved('2026-03-31', 'month', -1)).toBe('2026-02-28')
  expect(moved('2026-03-31', 'week', 1)).toBe('2026-04-07')
})
