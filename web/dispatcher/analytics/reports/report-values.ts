import { measureNames, type MeasureName } from '#domain/figures/measures.ts'
import { daysIn, figurePeriods, type DayRange, type FigurePeriod } from '#domain/figures/periods.ts'
import { figureSplits, type FigureSplit } from '#domain/figures/splits.ts'
import { hasValues, reportFilterNames, reportMeasures, type ReportMeasure } from '#domain/reports/measures.ts'
import { daysOf, reportRanges, type ReportRange } from '#domain/reports/ranges.ts'
import type { Report, ReportContent } from '#domain/schema/report.ts'
import { Day } from '#domain/time.ts'
import type { AnalyticsAddress, RangeName } from '../analytics-address.ts'

/** What the builder holds. A filter that is not set is empty. */
export type ReportValues = {
  name: string
  measures: ReportMeasure[]
  split: FigureSplit | 'none'
  driver_id: string
  vehicle_id: string
  depot_id: string
  client_id: string
  period: FigurePeriod
  range: ReportRange
  compare: boolean
}

export const toValues = ({ name, measures, split, filters, period, range, compare }: Report): ReportValues => ({
  name,
  measures,
  split: split ?? 'none',
  driver_id: filters.driver_id ?? '',
  vehicle_id: filters.vehicle_id ?? '',
  depot_id: filters.depot_id ?? '',
  client_id: filters.client_id ?? '',
  period,
  range,
  compare,
})

export function toContent(values: ReportValues): ReportContent {
  const { measures, split, period, range, compare, driver_id, vehicle_id, depot_id, client_id } = values
  const filters = {
    driver_id: driver_id || null,
    vehicle_id: vehicle_id || null,
    depot_id: depot_id || null,
    client_id: client_id || null,
  }
  return { measures, split: split === 'none' ? null : split, filters, period, range, compare }
}

export const toBody = (values: ReportValues) => ({ name: values.name, ...toContent(values) })

/** What a new report begins with, as the address of the builder says it. What makes no sense there is left out. */
export function readNewReport(query: URLSearchParams): ReportValues {
  const among = <T extends string>(all: readonly T[], name: string) => all.find((each) => each === query.get(name))
  const wanted = query.get('measures')?.split(',') ?? []
  const measures = wanted.flatMap((name) => reportMeasures.find((each) => each === name) ?? [])
  const idOf = (name: string) => {
    const id = query.get(name) ?? ''
    return /^([0-9a-f-]{36}|none)$/i.test(id) ? id : ''
  }
  return {
    name: query.get('name')?.slice(0, 100) ?? '',
    measures: measures.length ? [...new Set(measures)] : ['on_time_rate', 'attempts'],
    split: among(figureSplits, 'split') ?? 'none',
    driver_id: idOf('driver_id'),
    vehicle_id: idOf('vehicle_id'),
    depot_id: idOf('depot_id'),
    client_id: idOf('client_id'),
    period: among(figurePeriods, 'period') ?? 'day',
    range: among(reportRanges, 'range') ?? 'last_30_days',
    compare: query.get('compare') !== 'false',
  }
}

export const newReportPath = (values: Partial<ReportValues>) => {
  const said = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)
  return `/dashboard/analytics/reports/new?${new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()}`
}

/** Days that analytics counts back from today, as a report counts them. */
const rangesOf: Record<Exclude<RangeName, 'custom'>, ReportRange> = {
  '7': 'last_7_days',
  '30': 'last_30_days',
  '90': 'last_90_days',
  month: 'this_month',
  'last-month': 'last_month',
  year: 'last_12_months',
}

/** What comes closest to fixed days: the range that has just these today, or else the one that is about as long. */
function rangeLike(days: DayRange, today: string): ReportRange {
  const same = reportRanges.find((range) => isSameDays(daysOf(range, today), days))
  const offBy = (range: ReportRange) => Math.abs(daysIn(daysOf(range, today)) - daysIn(days))
  const [closest] = rollingRanges.toSorted((a, b) => offBy(a) - offBy(b))
  return same ?? closest!
}

const rollingRanges: readonly ReportRange[] = [
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_12_months',
]
const isSameDays = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to

/** Those that the page of analytics shows of each row, after the one that is drawn. */
const shownBySplit = [
  'attempts',
  'on_time_rate',
  'first_attempt_rate',
  'failed',
  'rating',
] as const satisfies MeasureName[]

/** The address of a new report of what analytics shows. It names fixed days, which a report cannot have. */
export function reportOfAnalytics(address: AnalyticsAddress, today: string): string {
  const { measure, split, period, range, days, filter } = address
  const filters = Object.fromEntries(reportFilterNames.map((name) => [name, filter[name] ?? null]))
  const drawn = measureNames.includes(measure) ? [measure] : []
  const measures = [...new Set<ReportMeasure>([...drawn, ...shownBySplit])].filter((name) =>
    hasValues(name, { split, filters }),
  )
  const moving = range === 'custom' ? rangeLike(days, today) : rangesOf[range]
  const path = newReportPath({ measures, split, period, range: moving, ...filter })
  return range === 'custom' ? `${path}&${new URLSearchParams(days).toString()}` : path
}

/** The fixed days that a new report was wanted for. */
export function readFixedDays(query: URLSearchParams): DayRange | undefined {
  const [from, to] = [Day.safeParse(query.get('from')).data, Day.safeParse(query.get('to')).data]
  return from && to && from <= to ? { from, to } : undefined
}

/** Reports that most workspaces look at. */
export const starters: { values: Partial<ReportValues> & { name: string }; say: string }[] = [
  {
    values: {
      name: 'On time by driver',
      measures: ['on_time_rate', 'attempts', 'late', 'late_minutes'],
      split: 'driver',
      range: 'last_week',
    },
    say: 'Who keeps the promises, and by how much they are missed.',
  },
  {
    values: {
      name: 'Cost by client',
      measures: ['cost', 'cost_per_delivery', 'delivered'],
      split: 'client',
      range: 'last_month',
      period: 'week',
    },
    say: 'What it takes to deliver for each client.',
  },
  {
    values: { name: 'Failures by reason', measures: ['failed', 'attempts'], split: 'reason', range: 'last_30_days' },
    say: 'Why deliveries did not stay at the door.',
  },
]
