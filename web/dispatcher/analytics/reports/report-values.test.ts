import { expect, test } from 'vitest'
import { readAnalyticsAddress } from '../analytics-address.ts'
import { readFixedDays, readNewReport, reportOfAnalytics } from './report-values.ts'

const today = '2026-03-16'

/** What the builder begins with for somebody who saves these figures as a report. */
function savedFrom(query: string) {
  const path = reportOfAnalytics(readAnalyticsAddress(new URLSearchParams(query), today), today)
  const asked = new URL(path, 'https://karta.example').searchParams
  return { ...readNewReport(asked), fixedDays: readFixedDays(asked) }
}

test('a report keeps the range, split and filter of the figures that it was saved from', () => {
  const ranges = ['7', '30', '90', 'month', 'last-month', 'year'].map((range) => savedFrom(`range=${range}`).range)
  expect(ranges).toEqual(['last_7_days', 'last_30_days', 'last_90_days', 'this_month', 'last_month', 'last_12_months'])
  const id = '00000000-0000-4000-8000-000000000001'
  const saved = savedFrom(`range=90&split=client&driver_id=${id}`)
  expect(saved).toMatchObject({ split: 'client', period: 'week', driver_id: id, fixedDays: undefined })
})

test('fixed days become the range that has them today, or one that is about as long, and are named', () => {
  const from = (query: string) => savedFrom(`range=custom&${query}`)
  expect(from('from=2025-10-01&to=2025-12-31').range).toBe('last_quarter')
  expect(from('from=2026-03-09&to=2026-03-15').range).toBe('last_7_days')
  expect(from('from=2026-01-05&to=2026-01-05').range).toBe('yesterday')
  expect(from('from=2025-06-01&to=2025-08-20').range).toBe('last_90_days')
  expect(from('from=2022-01-01&to=2025-12-31')).toMatchObject({
    range: 'last_12_months',
    fixedDays: { from: '2022-01-01', to: '2025-12-31' },
  })
})

test('fixed days that make no sense are not named', () => {
  for (const query of ['from=2026-03-02&to=2026-03-01', 'from=soon&to=2026-03-01', 'from=2026-03-02', '']) {
    expect(readFixedDays(new URLSearchParams(query))).toBeUndefined()
  }
})
