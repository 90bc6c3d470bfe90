import { expect, test } from 'vitest'
import { chooseDay, otherDays } from './choose-day.ts'

const open = (day: string, pending: number, total = pending) => ({ day, pending, total })

test('today comes first while it has deliveries, even when all of them are planned', () => {
  expect(chooseDay([open('2026-03-02', 5), open('2026-03-03', 0, 9)], '2026-03-03')).toBe('2026-03-03')
})

test('without deliveries today, the next day with pending ones is chosen, never one that is over', () => {
  const days = [open('2026-03-02', 4), open('2026-03-05', 3), open('2026-03-04', 0, 2)]
  expect(chooseDay(days, '2026-03-03')).toBe('2026-03-05')
})

test('the evening after tomorrow was planned still shows tomorrow', () => {
  expect(chooseDay([open('2026-03-04', 0, 120)], '2026-03-03')).toBe('2026-03-04')
})

test('of two equally near other days, the later one comes first, even across months', () => {
  const days = [open('2026-02-27', 4), open('2026-03-01', 3)]
  expect(otherDays(days, '2026-02-28').map((each) => each.day)).toEqual(['2026-03-01', '2026-02-27'])
})

test('with nothing to plan from today on, today is chosen', () => {
  expect(chooseDay([], '2026-03-03')).toBe('2026-03-03')
  expect(chooseDay([open('2026-03-01', 2, 3)], '2026-03-03')).toBe('2026-03-03')
})

test('other days leave out the chosen one and those without pending deliveries', () => {
  const days = [open('2026-03-01', 1), open('2026-03-03', 7), open('2026-03-04', 0, 2), open('2026-03-09', 2)]
  expect(otherDays(days, '2026-03-03').map((each) => each.day)).toEqual(['2026-03-01', '2026-03-09'])
})
