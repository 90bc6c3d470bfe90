import { expect, test } from 'vitest'
import { noSums } from '../figures/sums.ts'
import { valuesOf } from '../figures/measures.ts'
import { formatsIn } from '../formats.ts'
import type { FigureReport, Figures } from '../schema/figures.ts'
import { NewReport, ReportSchedule, type ReportContent } from '../schema/report.ts'
import { dayOf, timeOf } from '../time.ts'
import { reportCsv } from './csv.ts'
import { whyNotCombined } from './measures.ts'
import { daysOf, reportRanges } from './ranges.ts'
import { reportTable, sayFilter } from './table.ts'
import { dueTime, lastTime, nextTime, type SendTimes } from './when.ts'

const berlin = 'Europe/Berlin'
const shown = (time: { at: Date } | undefined, zone = berlin) =>
  time && `${dayOf(time.at, zone)} ${timeOf(time.at, zone)}`
const daily: SendTimes = { every: 'day', weekday: null, day_of_month: null, at: '07:00' }
const monthly = (day: number): SendTimes => ({ ...daily, every: 'month', day_of_month: day })

test('ranges are whole days, weeks, months and quarters before the day, but for the month so far', () => {
  const all = (day: string) => reportRanges.map((range) => Object.values(daysOf(range, day)).join(' '))
  // A Sunday.
  expect(all('2026-03-15')).toEqual([
    '2026-03-14 2026-03-14',
    '2026-03-08 2026-03-14',
    '2026-03-02 2026-03-08',
    '2026-02-13 2026-03-14',
    '2025-12-15 2026-03-14',
    '2026-03-01 2026-03-15',
    '2026-02-01 2026-02-28',
    '2025-10-01 2025-12-31',
    '2025-03-01 2026-02-28',
  ])
  expect(daysOf('last_week', '2026-03-16')).toEqual({ from: '2026-03-09', to: '2026-03-15' })
  expect(daysOf('last_quarter', '2026-04-01')).toEqual({ from: '2026-01-01', to: '2026-03-31' })
  expect(daysOf('last_month', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
})

test('a report is sent on its day: each day, a weekday, or a day of the month, the last one if the month is shorter', () => {
  const now = new Date('2026-01-30T12:00:00Z')
  expect(shown(nextTime(daily, now, berlin))).toBe('2026-01-31 07:00')
  expect(shown(nextTime({ ...daily, every: 'week', weekday: 1 }, now, berlin))).toBe('2026-02-02 07:00')
  expect(shown(nextTime(monthly(31), now, berlin))).toBe('2026-01-31 07:00')
  expect(shown(nextTime(monthly(31), new Date('2026-01-31T12:00:00Z'), berlin))).toBe('2026-02-28 07:00')
  expect(shown(lastTime(monthly(1), now, berlin))).toBe('2026-01-01 07:00')
  expect(shown(lastTime(monthly(31), now, berlin))).toBe('2025-12-31 07:00')
})

test('a time that clocks skip comes after the gap, and one that they show twice comes once', () => {
  const night = { ...daily, at: '02:30' }
  const skipped = lastTime(night, new Date('2026-03-29T01:45:00Z'), berlin)
  expect([skipped?.day, shown(skipped)]).toEqual(['2026-03-29', '2026-03-29 03:30'])
  const first = lastTime(night, new Date('2026-10-25T00:40:00Z'), berlin)!
  expect(first.at.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  // An hour later, clocks show 02:40 again.
  expect(dueTime(night, first.at, new Date('2026-10-25T01:40:00Z'), berlin)).toBeUndefined()
})

test('after a long outage, only the last time is due', () => {
  const due = dueTime(daily, new Date('2026-03-01T06:00:00Z'), new Date('2026-03-20T12:00:00Z'), berlin)
  expect(due?.day).toBe('2026-03-20')
  expect(dueTime(daily, due!.at, new Date('2026-03-20T13:00:00Z'), berlin)).toBeUndefined()
  expect(dueTime(daily, new Date('2026-03-20T11:59:00Z'), new Date('2026-03-20T12:00:00Z'), berlin)).toBeUndefined()
})

const filters = { driver_id: null, vehicle_id: null, depot_id: null, client_id: null }
const plain = { name: 'R', measures: ['attempts'], range: 'last_week' }
const saved = (change: object) => NewReport.safeParse({ ...plain, ...change })
const messageOf = (change: object) => saved(change).error?.issues[0]?.message
const scheduled = (change: object) =>
  ReportSchedule.safeParse({ every: 'day', at: '07:00', formats: ['pdf'], addresses: ['a@example.com'], ...change })

test('each bad value has its sentence', () => {
  expect(messageOf({ name: ' ' })).toBe('Enter a name.')
  expect(messageOf({ measures: ['mood'] })).toBe('Choose a measure from the list.')
  expect(messageOf({ measures: [] })).toBe('Choose at least one measure.')
  expect(messageOf({ filters: { ...filters, driver_id: 'x' } })).toBe('Choose one from the list.')
  expect(saved({ range: 'forever' }).success).toBe(false)
  expect(saved({ color: 'red' }).success).toBe(false)
  expect(scheduled({ addresses: [] }).error?.issues[0]?.message).toBe('Choose at least one recipient.')
  expect(scheduled({ every: 'week' }).error?.issues[0]?.message).toBe('Choose a day of the week.')
  expect(scheduled({ every: 'month', day_of_month: 32 }).success).toBe(false)
  expect(scheduled({ at: '25:00' }).success).toBe(false)
  expect(scheduled({ addresses: ['a@example.com\r\nBcc: b@example.com'] }).success).toBe(false)
  const many = Array.from({ length: 200 }, (_, at) => `a${at}@example.com`)
  expect(scheduled({ addresses: many }).error?.issues[0]?.message).toBe('At most 20 recipients.')
  const both = { addresses: many.slice(0, 15), member_ids: many.slice(0, 6).map(() => crypto.randomUUID()) }
  expect(scheduled(both).error?.issues[0]?.message).toBe('At most 20 recipients.')
  expect(scheduled({ addresses: ['A@Example.com', 'a@example.com'] }).data?.addresses).toEqual(['a@example.com'])
})

test('measures of whole routes cannot be told by what a route has several of', () => {
  expect(whyNotCombined({ measures: ['km'], split: 'driver', filters })).toBeUndefined()
  expect(whyNotCombined({ measures: ['late', 'cost'], split: 'reason', filters })).toBeUndefined()
  expect(whyNotCombined({ measures: ['late', 'km'], split: 'client', filters })).toMatch(/^“Distance”: .* by client/)
  expect(whyNotCombined({ measures: ['km'], split: null, filters: { client_id: 'none' } })).toMatch(/for one client/)
})

function figures(change: Partial<ReturnType<typeof noSums>>, costs: Figures['costs'] = []): Figures {
  return { values: valuesOf({ ...noSums(), ...change }, true), costs }
}
const money = (currency: string, total: number) => ({
  currency,
  distance: total,
  time: 0,
  stops: 0,
  fixed: 0,
  messages: 0,
  total,
  per_delivery: total / 2,
  deliveries: 2,
})
const content = (change: Partial<ReportContent>): ReportContent => ({
  measures: ['on_time_rate'],
  split: null,
  filters,
  period: 'day',
  range: 'last_7_days',
  compare: true,
  ...change,
})
const report = (change: Partial<FigureReport>): FigureReport => ({
  from: '2026-03-14',
  to: '2026-03-15',
  before: null,
  total: figures({}),
  total_before: null,
  periods: ['2026-03-14', '2026-03-15'].map((day) => ({ from: day, to: day, figures: figures({}) })),
  rows: [],
  rows_left_off: 0,
  up_to: '2026-03-16T00:00:00Z',
  ...change,
})

test('a table says values with their units, how they changed, and each currency apart', () => {
  const now = figures({ attempts: 4, promised: 4, on_time: 3 }, [money('EUR', 1250), money('USD', 300)])
  const before = figures({ attempts: 4, promised: 4, on_time: 2 }, [money('EUR', 1000)])
  const rows = [{ key: 'a', name: 'Budi', figures: now, before }]
  const asked = content({ measures: ['on_time_rate', 'cost'], split: 'driver' })
  const {
    title,
    rows: made,
    chart,
    isEmpty,
  } = reportTable(asked, report({ total: now, total_before: before, rows }), formatsIn('en-US'))
  expect(title).toBe('Driver')
  expect(made).toMatchObject([
    {
      name: 'Budi',
      cells: [
        { text: '75.0%', change: { words: '25.0 points more', isGood: true } },
        { text: '€12.50 + $3', change: { words: '25.0% more', isGood: false } },
      ],
    },
  ])
  expect([chart, isEmpty]).toEqual([undefined, false])
})

test('days without deliveries are rows too, and nothing is drawn', () => {
  const { rows, chart, isEmpty } = reportTable(
    content({ measures: ['on_time_rate', 'late'] }),
    report({}),
    formatsIn('en-US'),
  )
  expect(rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['–', '0'],
    ['–', '0'],
  ])
  expect([chart, isEmpty]).toEqual([undefined, true])
})

test('no cell of a CSV is run as a formula, and money is in its own unit', () => {
  const now = figures({ attempts: 1 }, [money('JPY', 300), money('EUR', 1250)])
  const rows = [{ key: 'a', name: '=HYPERLINK("http://x")', figures: now, before: null }]
  const asked = content({ measures: ['attempts', 'cost'], split: 'client', compare: false })
  expect(reportCsv(asked, report({ total: now, rows })).split('\r\n')).toEqual([
    'From,To,Client,Attempts,Cost (JPY),Cost (EUR)',
    '2026-03-14,2026-03-15,"\'=HYPERLINK(""http://x"")",1,300,12.5',
    '',
  ])
})

test('a filter says that what it names is gone, or is not for the reader', () => {
  expect(sayFilter({ filter: 'driver_id', name: 'Budi', state: 'deleted' })).toBe('Deleted driver Budi')
  expect(sayFilter({ filter: 'driver_id', name: null, state: 'deleted' })).toBe('Deleted driver')
  expect(sayFilter({ filter: 'depot_id', name: null, state: 'hidden' })).toBe('Depot: one that you do not see')
  expect(sayFilter({ filter: 'client_id', name: null, state: 'none' })).toBe('No client')
})
