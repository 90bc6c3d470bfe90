import { expect, test } from 'vitest'
import { calendarMonth, dayOf, Day, instantOf, isTimeZone, secondsInto, TimeOfDay, timeOf } from './time.ts'

test('a time of day in a zone converts to an instant and back', () => {
  const nine = instantOf('2026-03-15', '09:00', 'Asia/Jakarta')
  expect(nine.toISOString()).toBe('2026-03-15T02:00:00.000Z')
  expect(timeOf(nine, 'Asia/Jakarta')).toBe('09:00')
  expect(dayOf(nine, 'Asia/Jakarta')).toBe('2026-03-15')
  expect(dayOf(nine, 'America/Los_Angeles')).toBe('2026-03-14')
})

test('midnight is 00:00, not 24:00', () => {
  expect(timeOf(new Date('2026-01-01T00:00:00Z'), 'UTC')).toBe('00:00')
})

test('days when the clocks change have 23 and 25 hours', () => {
  expect(secondsInto('2026-03-29', '23:00', 'Europe/Berlin')).toBe(22 * 3600)
  expect(secondsInto('2026-10-25', '23:00', 'Europe/Berlin')).toBe(24 * 3600)
  expect(secondsInto('2026-06-01', '23:00', 'Europe/Berlin')).toBe(23 * 3600)
})

test.each(['9:00', '24:00', '12:60', '', 'soon', '09:00:00'])('%j is not a time of day', (value) => {
  expect(TimeOfDay.safeParse(value).success).toBe(false)
})

test.each(['2026-02-30', '2026-13-01', '15/03/2026', ''])('%j is not a day', (value) => {
  expect(Day.safeParse(value).success).toBe(false)
})

test('only existing time zones are accepted', () => {
  expect(isTimeZone('Asia/Jakarta')).toBe(true)
  expect(isTimeZone('Asia/Nowhere')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})

test('a calendar month follows the zone and ends where the next one begins', () => {
  const at = new Date('2026-12-31T18:00:00Z')
  expect(calendarMonth(at, 'Asia/Jakarta')).toEqual({
    firstDay: '2027-01-01',
    endsAt: new Date('2027-01-31T17:00:00Z'),
  })
  expect(calendarMonth(at, 'UTC')).toEqual({ firstDay: '2026-12-01', endsAt: new Date('2027-01-01T00:00:00Z') })
})
