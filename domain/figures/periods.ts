import { parseDate } from '@internationalized/date'

export const figurePeriods = ['day', 'week', 'month'] as const
export type FigurePeriod = (typeof figurePeriods)[number]

/** Days, both included. */
export type DayRange = { from: string; to: string }

/** The first day of the period that a day is in. Weeks begin on Monday. */
export function periodStart(day: string, period: FigurePeriod): string {
  if (period === 'day') return day
  if (period === 'month') return `${day.slice(0, 7)}-01`
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return parseDate(day).subtract({ days: weekday }).toString()
}

const next = (start: string, period: FigurePeriod) =>
  parseDate(start)
    .add(period === 'day' ? { days: 1 } : period === 'week' ? { weeks: 1 } : { months: 1 })
    .toString()

const dayBefore = (day: string) => parseDate(day).subtract({ days: 1 }).toString()

/** All periods that a range touches, each cut to the range. */
export function periodsIn({ from, to }: DayRange, period: FigurePeriod): DayRange[] {
  const found: DayRange[] = []
  for (let start = periodStart(from, period); start <= to; start = next(start, period)) {
    const last = dayBefore(next(start, period))
    found.push({ from: start < from ? from : start, to: last > to ? to : last })
  }
  return found
}

/** How many days a range has. */
export const daysIn = ({ from, to }: DayRange): number => parseDate(to).compare(parseDate(from)) + 1

/** The range before one, to compare with: as many whole months if it is whole months, else as many days. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  const end = dayBefore(from)
  const isMonths = from.endsWith('-01') && next(to, 'day').endsWith('-01')
  if (!isMonths)
    return {
      from: parseDate(from)
        .subtract({ days: daysIn({ from, to }) })
        .toString(),
      to: end,
    }
  const [fromYear, fromMonth] = from.split('-').map(Number) as [number, number]
  const [toYear, toMonth] = to.split('-').map(Number) as [number, number]
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth + 1
  return { from: parseDate(from).subtract({ months }).toString(), to: end }
}
