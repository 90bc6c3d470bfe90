import { parseDate } from '@internationalized/date'
import { periodStart, type DayRange } from '../figures/periods.ts'
import { dayAfter } from '../time.ts'

/** The days that a report is about, counted from the day on which it is made. But for the month so far, they are over. */
export const reportRanges = [
  'yesterday',
  'last_7_days',
  'last_week',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
  'last_quarter',
  'last_12_months',
] as const
export type ReportRange = (typeof reportRanges)[number]

export const rangeLabels: Record<ReportRange, string> = {
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_week: 'Last week',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  this_month: 'This month so far',
  last_month: 'Last month',
  last_quarter: 'Last quarter',
  last_12_months: 'Last 12 months',
}

/** @param day the day on which the report is made */
export function daysOf(range: ReportRange, day: string): DayRange {
  const yesterday = dayAfter(day, -1)
  switch (range) {
    case 'yesterday':
      return { from: yesterday, to: yesterday }
    case 'last_7_days':
      return { from: dayAfter(day, -7), to: yesterday }
    case 'last_30_days':
      return { from: dayAfter(day, -30), to: yesterday }
    case 'last_90_days':
      return { from: dayAfter(day, -90), to: yesterday }
    case 'last_week': {
      const monday = periodStart(day, 'week')
      return { from: dayAfter(monday, -7), to: dayAfter(monday, -1) }
    }
    case 'this_month':
      return { from: periodStart(day, 'month'), to: day }
    case 'last_month':
      return monthsBefore(periodStart(day, 'month'), 1)
    case 'last_quarter': {
      const month = parseDate(day).month
      const first = parseDate(periodStart(day, 'month')).subtract({ months: (month - 1) % 3 })
      return monthsBefore(first.toString(), 3)
    }
    case 'last_12_months':
      return monthsBefore(periodStart(day, 'month'), 12)
  }
}

const monthsBefore = (first: string, months: number): DayRange => ({
  from: parseDate(first).subtract({ months }).toString(),
  to: dayAfter(first, -1),
})
