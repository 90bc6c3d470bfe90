import { parseDate } from '@internationalized/date'
import { shownBehind, measureNames, type MeasureName, type ShownBehind } from '#domain/figures/measures.ts'
import { daysIn, figurePeriods, periodStart, type DayRange, type FigurePeriod } from '#domain/figures/periods.ts'
import { figureSplits, type FigureSplit } from '#domain/figures/splits.ts'
import { shownAtPlaces, type ShownAtPlace } from '#domain/figures/trouble.ts'
import { Day } from '#domain/time.ts'

export const ranges = [
  { id: '7', label: 'Last 7 days' },
  { id: '30', label: 'Last 30 days' },
  { id: '90', label: 'Last 90 days' },
  { id: 'month', label: 'This month' },
  { id: 'last-month', label: 'Last month' },
  { id: 'year', label: 'Last 12 months' },
  { id: 'custom', label: 'From … to …' },
] as const
export type RangeName = (typeof ranges)[number]['id']

/** Filters by a record: the parameter in the address is called like the filter. */
export const recordFilters = ['driver_id', 'vehicle_id', 'depot_id', 'client_id'] as const
export type RecordFilter = (typeof recordFilters)[number]

/** Filters that only the deliveries behind a number have. */
export const placeFilters = ['area', 'hour', 'window', 'reason'] as const

/** What the page shows, all of it in the address, so that a link shows the same. */
export type AnalyticsAddress = {
  range: RangeName
  days: DayRange
  period: FigurePeriod
  split: FigureSplit
  measure: MeasureName
  filter: Partial<Record<RecordFilter, string>>
}

/** Reads the address. What it does not say is as usual, and so is what makes no sense. */
export function readAnalyticsAddress(query: URLSearchParams, today: string): AnalyticsAddress {
  const named = ranges.find(({ id }) => id === query.get('range'))?.id
  const [from, to] = [Day.safeParse(query.get('from')).data, Day.safeParse(query.get('to')).data]
  const isCustom = (named ?? 'custom') === 'custom' && from !== undefined && to !== undefined && from <= to
  const range = isCustom ? 'custom' : named === undefined || named === 'custom' ? '30' : named
  const days = isCustom ? { from, to } : daysOf(range, today)
  return {
    range,
    days,
    period: figurePeriods.find((period) => period === query.get('period')) ?? usualPeriod(days),
    split: figureSplits.find((split) => split === query.get('split')) ?? 'driver',
    measure: measureNames.find((name) => name === query.get('measure')) ?? 'on_time_rate',
    filter: Object.fromEntries(
      recordFilters.flatMap((name) => {
        const id = query.get(name)
        return id && /^([0-9a-f-]{36}|none)$/i.test(id) ? [[name, id]] : []
      }),
    ),
  }
}

function daysOf(range: RangeName, today: string): DayRange {
  const day = parseDate(today)
  if (range === 'month') return { from: periodStart(today, 'month'), to: today }
  if (range === 'last-month') {
    const first = day.set({ day: 1 })
    return { from: first.subtract({ months: 1 }).toString(), to: first.subtract({ days: 1 }).toString() }
  }
  if (range === 'year') return { from: day.set({ day: 1 }).subtract({ months: 11 }).toString(), to: today }
  return { from: day.subtract({ days: Number(range) - 1 }).toString(), to: today }
}

/** As many bars as a screen shows well. */
function usualPeriod(days: DayRange): FigurePeriod {
  const count = daysIn(days)
  return count <= 45 ? 'day' : count <= 200 ? 'week' : 'month'
}

/** The deliveries behind a number: which of them, and of which row and period. */
export type Behind = {
  show: ShownBehind | ShownAtPlace
  days?: DayRange
  split?: FigureSplit
  key?: string | null
  /** An address. */
  place?: string
}

const behindNames = ['show', 'show_from', 'show_to', 'show_split', 'show_key', 'show_place'] as const

export function readBehind(query: URLSearchParams): Behind | undefined {
  const place = /^[0-9a-f-]{36}$/i.exec(query.get('show_place') ?? '')?.[0]
  const shows = place ? [...shownBehind, ...shownAtPlaces] : shownBehind
  const show = shows.find((each) => each === query.get('show'))
  if (!show) return undefined
  const [from, to] = [Day.safeParse(query.get('show_from')).data, Day.safeParse(query.get('show_to')).data]
  const split = figureSplits.find((each) => each === query.get('show_split'))
  return {
    show,
    ...(from && to && from <= to && { days: { from, to } }),
    ...(split && { split, key: query.get('show_key') }),
    ...(place && { place }),
  }
}

/** The address with the deliveries behind a number opened, or closed again. */
export function writeBehind(query: URLSearchParams, behind: Behind | undefined): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of behindNames) next.delete(name)
  if (!behind) return next
  next.set('show', behind.show)
  if (behind.days) {
    next.set('show_from', behind.days.from)
    next.set('show_to', behind.days.to)
  }
  if (behind.place) next.set('show_place', behind.place)
  if (behind.split) {
    next.set('show_split', behind.split)
    next.set('show_key', behind.key ?? 'none')
  }
  return next
}

/** What `GET /v1/analytics/deliveries` is asked for. */
export function askedBehind({ days, filter }: AnalyticsAddress, { show, days: own, split, key, place }: Behind) {
  const name = split && (['driver', 'vehicle', 'depot', 'client'].includes(split) ? `${split}_id` : split)
  return {
    ...(own ?? days),
    ...filter,
    show,
    ...(name && { [name]: key ?? 'none' }),
    ...(place && { place_id: place }),
  }
}
