import { dayOf } from '#domain/time.ts'
import { afterEach, expect, test } from 'vitest'
import {
  countOf,
  formatAgo,
  formatDateTime,
  formatDay,
  formatDayBriefly,
  formatDuration,
  formatKilometers,
  formatHours,
  formatLiters,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSample,
  formatTime,
  formatTimeOfDay,
  formatWindow,
  withTimes,
  writeIn,
} from './format.ts'

const jakarta = 'Asia/Jakarta'

afterEach(() => writeIn('en-GB'))

test('an instant is shown in the time zone of the workspace, not of the device', () => {
  expect(formatTime('2026-03-02T20:30:00Z', jakarta)).toBe('03:30')
  expect(formatDateTime('2026-03-02T20:30:00Z', jakarta)).toBe('3 Mar 2026, 03:30')
  expect(formatDateTime('2026-03-02T20:30:00Z', 'America/New_York')).toBe('2 Mar 2026, 15:30')
  expect(dayOf(new Date('2026-03-02T20:30:00Z'), jakarta)).toBe('2026-03-03')
})

test('midnight is 00:00, not 24:00', () => {
  expect(formatTime('2026-03-02T17:00:00Z', jakarta)).toBe('00:00')
})

test('a calendar day is the same day everywhere', () => {
  expect(formatDay('2026-03-02')).toBe('Mon 2 Mar 2026')
})

test('in narrow places a day of this year has no year', () => {
  expect(formatDayBriefly('2026-03-02', '2026')).toBe('Mon 2 Mar')
  expect(formatDayBriefly('2027-03-02', '2026')).toBe('2 Mar 2027')
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

test('a percentage is written one way', () => {
  expect(formatPercent(0.824)).toBe('82%')
  writeIn('de-DE')
  expect(formatPercent(0.824)).toBe('82\u00a0%')
})

/** Languages put spaces of several widths between a number and its unit. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

test('the language decides the order of the date, 12 or 24 hours, and decimal marks', () => {
  const written = () =>
    [
      formatDay('2026-03-02'),
      formatDateTime('2026-03-02T07:05:00Z', 'Asia/Jakarta'),
      formatHours('09:00', '17:30'),
      formatNumber(1234.5),
    ].map(plain)
  expect(written()).toEqual(['Mon 2 Mar 2026', '2 Mar 2026, 14:05', '09:00–17:30', '1,234.5'])
  writeIn('en-US')
  expect(written()).toEqual(['Mon, Mar 2, 2026', 'Mar 2, 2026, 2:05 PM', '9 AM–5:30 PM', '1,234.5'])
  writeIn('de-DE')
  expect(written()).toEqual(['Mo., 2. März 2026', '2. März 2026, 14:05', '09:00–17:30', '1.234,5'])
  writeIn('id-ID')
  expect(written()).toEqual(['Sen 2 Mar 2026', '2 Mar 2026, 14.05', '09.00–17.30', '1.234,5'])
})

test('midnight and noon are clear with 12 hours', () => {
  writeIn('en-US')
  expect(plain(formatTimeOfDay('00:00'))).toBe('12:00 AM')
  expect(plain(formatTimeOfDay('12:00'))).toBe('12:00 PM')
})

test('an example of another language leaves the page’s own alone', () => {
  expect(plain(formatSample('en-US'))).toBe('Tue, Mar 24, 2026, 2:05 PM · 1,234.5')
  expect(formatTimeOfDay('14:05')).toBe('14:05')
})

test('the calendar day of an instant is written for programs in every language', () => {
  writeIn('fr-CA')
  expect(dayOf(new Date('2026-03-02T20:30:00Z'), jakarta)).toBe('2026-03-03')
})

test('the times in a sentence of the server are written in the language too', () => {
  const sentence = 'Even driving straight there, Budi arrives at 14:05, after the window (09:00–13:30) closes.'
  expect(withTimes(sentence)).toBe(sentence)
  writeIn('en-US')
  expect(plain(withTimes(sentence))).toBe(
    'Even driving straight there, Budi arrives at 2:05 PM, after the window (9:00 AM–1:30 PM) closes.',
  )
  expect(withTimes('Insurance ends on 2026-04-01, order 2026-04-011.')).toBe(
    'Insurance ends on Wed, Apr 1, 2026, order 2026-04-011.',
  )
  expect(withTimes('Request 12:34:56 of 45:10')).toBe('Request 12:34:56 of 45:10')
})

test('a range leaves out the minutes of full hours, also where zones differ by half an hour', () => {
  writeIn('en-IN')
  const window = (from: string, to: string) => formatWindow(`2026-03-02T${from}Z`, `2026-03-02T${to}Z`, 'Asia/Kolkata')
  expect(plain(window('03:30', '04:00'))).toBe('9 am–9:30 am')
  expect(plain(window('03:30:10', '03:30:50'))).toBe('9 am')
})

test('how long ago something was is said roughly', () => {
  const ago = (seconds: number) =>
    formatAgo('2026-03-02T20:30:00Z', new Date(Date.parse('2026-03-02T20:30:00Z') + seconds * 1000))
  expect([ago(-3), ago(4), ago(40), ago(125), ago(7200)]).toEqual([
    'just now',
    'just now',
    '40 s ago',
    '2 min ago',
    '2 h 00 min ago',
  ])
})

test('times after midnight say that they are the next day’s', () => {
  expect(formatTimeOfDay('26:30')).toBe('02:30 (next day)')
  expect(formatHours('22:00', '26:00')).toBe('22:00–02:00 +1')
})

test('money is written in its currency, with decimals only if there are any', () => {
  expect(formatMoney(1250, 'USD')).toBe('$12.50')
  expect(formatMoney(1200, 'USD')).toBe('$12')
  expect(formatMoney(1200, 'JPY')).toBe('¥1,200')
})
