import { expect, test } from 'vitest'
import {
  calendarMonth,
  Day,
  dayOf,
  DayTime,
  dayTimeAt,
  instantOf,
  isTimeZone,
  onClock,
  sayDayTime,
  secondsInto,
  timeOf,
  TimeOfDay,
} from './time.ts'

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

test('times after midnight are on the next day, whatever the length of the day', () => {
  expect(instantOf('2026-06-01', '26:30', 'Europe/Berlin').toISOString()).toBe('2026-06-02T00:30:00.000Z')
  expect(secondsInto('2026-06-01', '26:30', 'Europe/Berlin')).toBe(26.5 * 3600)
  // The night in which 02:00 becomes 03:00: 02:30 is skipped, and what follows comes an hour earlier.
  expect(secondsInto('2026-03-28', '25:30', 'Europe/Berlin')).toBe(25.5 * 3600)
  expect(secondsInto('2026-03-28', '26:30', 'Europe/Berlin')).toBe(26.5 * 3600)
  expect(secondsInto('2026-03-28', '28:00', 'Europe/Berlin')).toBe(27 * 3600)
  // The night in which an hour comes twice.
  expect(secondsInto('2026-10-24', '28:00', 'Europe/Berlin')).toBe(29 * 3600)
  // After a day of 23 or 25 hours.
  expect(secondsInto('2026-03-29', '25:00', 'Europe/Berlin')).toBe(24 * 3600)
  expect(secondsInto('2026-10-25', '47:59', 'Europe/Berlin')).toBe(49 * 3600 - 60)
})

test.each(['Europe/Berlin', 'Asia/Jakarta', 'America/St_Johns'])(
  'seconds are the time that they came from in %s',
  (zone) => {
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']) {
      for (const time of ['00:00', '09:15', '23:59', '24:00', '31:30', '47:59']) {
        expect(dayTimeAt(day, secondsInto(day, time, zone), zone)).toBe(time)
      }
    }
  },
)

test('a time after midnight is said as clocks show it', () => {
  expect(onClock('26:30')).toEqual({ time: '02:30', daysLater: 1 })
  expect(sayDayTime('26:30')).toBe('02:30 on the next day')
  expect(sayDayTime('09:00')).toBe('09:00')
})

test.each(['48:00', '9:00', '24:60', '-1:00', '+24:00', '', '12:00:00', 1200, null])(
  '%j is no time of a day',
  (value) => {
    expect(DayTime.safeParse(value).success).toBe(false)
  },
)

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
