import { expect, test } from 'vitest'
import {
  countOf,
  dayInZone,
  formatDateTime,
  formatDay,
  formatDuration,
  formatKilometers,
  formatLiters,
  formatTime,
  formatWindow,
} from './format.ts'

const jakarta = 'Asia/Jakarta'

test('an instant is shown in the time zone of the workspace, not of the device', () => {
  expect(formatTime('2026-03-02T20:30:00Z', jakarta)).toBe('03:30')
  expect(formatDateTime('2026-03-02T20:30:00Z', jakarta)).toBe('3 Mar 2026, 03:30')
  expect(formatDateTime('2026-03-02T20:30:00Z', 'America/New_York')).toBe('2 Mar 2026, 15:30')
  expect(dayInZone('2026-03-02T20:30:00Z', jakarta)).toBe('2026-03-03')
})

test('midnight is 00:00, not 24:00', () => {
  expect(formatTime('2026-03-02T17:00:00Z', jakarta)).toBe('00:00')
})

test('a calendar day is the same day everywhere', () => {
  expect(formatDay('2026-03-02')).toBe('Mon 2 Mar 2026')
})

test('a time window shows both ends', () => {
  expect(formatWindow('2026-03-02T02:00:00Z', '2026-03-02T04:30:00Z', jakarta)).toBe('09:00–11:30')
})

test('durations never show sixty minutes or sixty seconds', () => {
  expect(formatDuration(0)).toBe('0 s')
  expect(formatDuration(59.6)).toBe('1 min')
  expect(formatDuration(3599)).toBe('1 h 00 min')
  expect(formatDuration(3900)).toBe('1 h 05 min')
  expect(formatDuration(-120)).toBe('−2 min')
})

test('long distances have no fraction, fuel has two digits', () => {
  expect(formatKilometers(12.34)).toBe('12.3 km')
  expect(formatKilometers(1240.4)).toBe('1,240 km')
  expect(formatLiters(2.4)).toBe('2.40 L')
})

test('a noun agrees with its count', () => {
  expect(countOf(1, 'delivery', 'deliveries')).toBe('1 delivery')
  expect(countOf(1200, 'stop')).toBe('1,200 stops')
})
