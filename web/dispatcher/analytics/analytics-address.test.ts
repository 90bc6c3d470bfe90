import { expect, test } from 'vitest'
import { askedBehind, readAnalyticsAddress, readBehind, writeBehind } from './analytics-address.ts'

const read = (query: string, today = '2026-03-16') => readAnalyticsAddress(new URLSearchParams(query), today)

test('without anything, it is the last 30 days by day', () => {
  expect(read('')).toMatchObject({ range: '30', days: { from: '2026-02-15', to: '2026-03-16' }, period: 'day' })
})

test('ranges are whole: months begin on their first day, and a year has 12 months', () => {
  expect(read('range=month').days).toEqual({ from: '2026-03-01', to: '2026-03-16' })
  expect(read('range=last-month').days).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(read('range=last-month', '2026-03-31').days.to).toBe('2026-02-28')
  expect(read('range=year', '2026-03-31').days.from).toBe('2025-04-01')
  expect(read('range=year').period).toBe('month')
})

test('what makes no sense is left out', () => {
  const usual = read('')
  for (const query of [
    'range=custom&from=2026-03-02&to=2026-03-01',
    'range=custom&from=%3Cb%3E&to=2026-03-01',
    'range=soon',
    'period=hour&split=mood&measure=constructor&driver_id=1%20or%201=1',
  ]) {
    expect(read(query)).toEqual(usual)
  }
})

test('the deliveries behind a number are in the address, with the filters of the page', () => {
  const query = new URLSearchParams('range=7&client_id=none')
  const days = { from: '2026-03-10', to: '2026-03-10' }
  const opened = writeBehind(query, { show: 'late', days, split: 'driver', key: null })
  const behind = readBehind(opened)!
  expect(askedBehind(readAnalyticsAddress(opened, '2026-03-16'), behind)).toEqual({
    ...days,
    client_id: 'none',
    show: 'late',
    driver_id: 'none',
  })
  expect(writeBehind(opened, undefined).toString()).toBe(query.toString())
  expect(askedBehind(read(''), { show: 'late', split: 'hour', key: '9' })).toMatchObject({ hour: '9' })
})
