import { failureReasons, type FailureReason } from '../failure-reasons.ts'
import type { Formats } from '../formats.ts'
import { dayAfter } from '../time.ts'
import { measures, type MeasureName } from './measures.ts'
import type { DayRange, FigurePeriod } from './periods.ts'
import type { FigureSplit } from './splits.ts'

/** What stands where there is nothing to tell. */
export const nothing = '–'

/** What figures are written with. */
export type FigureFormats = Pick<
  Formats,
  'formatNumber' | 'formatDuration' | 'formatDay' | 'formatDayBriefly' | 'formatMonth'
>

/** Nobody imagines more percent than these. */
const mostPercent = 900

type Unit = (typeof measures)[MeasureName]['unit']

/** How figures are written in a language. */
export function figureWords({ formatNumber, formatDuration, formatDay, formatDayBriefly, formatMonth }: FigureFormats) {
  /** A number as people read it, with its unit. */
  function sayFigure(name: MeasureName, value: number | null): string {
    if (value === null) return nothing
    const unit: Unit = measures[name].unit
    switch (unit) {
      case 'share':
        return `${formatNumber(value * 100, 1)}%`
      case 'minutes':
        return value >= 60 ? formatDuration(value * 60) : `${formatNumber(value, 1)} min`
      case 'km':
        return `${formatNumber(value, value < 100 ? 1 : 0)} km`
      case 'kg':
        return `${formatNumber(value, value < 10 ? 2 : 0)} kg`
      case 'stars':
        return `${formatNumber(value, 1)} of 5`
      case 'count':
        return formatNumber(value, Number.isInteger(value) ? 0 : 1)
    }
  }

  /** How it changed since the range before, and whether that is good. Undefined if there is nothing to compare. */
  function changeOf(name: MeasureName, now: number | null, before: number | null) {
    return changeBetween(measures[name], now, before)
  }

  /** The same for anything that has a unit. */
  function changeBetween(
    { unit, better }: { unit: string; better?: 'up' | 'down' },
    now: number | null,
    before: number | null,
  ) {
    if (now === null || before === null) return undefined
    const isShare = unit === 'share'
    if (!isShare && before === 0) return undefined
    const difference = now - before
    const points = isShare ? difference * 100 : (difference / before) * 100
    const rounded = Math.round(points * 10) / 10
    const direction = rounded > 0 ? ('up' as const) : rounded < 0 ? ('down' as const) : undefined
    const size = formatNumber(Math.abs(rounded), 1)
    const words = !direction
      ? 'As before'
      : isShare
        ? `${size} points ${direction === 'up' ? 'more' : 'less'}`
        : rounded >= mostPercent
          ? `${formatNumber(Math.round(now / before), 0)} times as ${unit === 'count' ? 'many' : 'much'}`
          : `${size}% ${direction === 'up' ? 'more' : 'less'}`
    return { words, direction, isGood: direction && better ? direction === better : undefined }
  }

  /** A period as a bar or a row is called. */
  function periodName({ from, to }: DayRange, period: FigurePeriod, thisYear: string): string {
    if (period === 'day' || from === to) return formatDayBriefly(from, thisYear)
    if (period === 'month' && from.endsWith('-01') && dayAfter(to).endsWith('-01')) return formatMonth(from.slice(0, 7))
    return `${formatDayBriefly(from, thisYear)} – ${formatDayBriefly(to, thisYear)}`
  }

  const rangeName = ({ from, to }: DayRange) =>
    from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

  return { sayFigure, changeOf, changeBetween, periodName, rangeName }
}

/** How a row of a split is called. */
export function rowName(split: FigureSplit, key: string | null, name: string | null): string {
  if (key === null) return withoutIt[split]
  if (split === 'reason') return Object.hasOwn(failureReasons, key) ? failureReasons[key as FailureReason].label : key
  if (split === 'hour') return `${key.padStart(2, '0')}:00`
  if (split === 'window') return key.replace(/^(\d\d)-(\d\d)$/, '$1:00–$2:00')
  return name ?? 'Deleted'
}

/** What those without are called. */
export const withoutIt: Record<FigureSplit, string> = {
  driver: 'No driver',
  vehicle: 'No vehicle',
  depot: 'No depot',
  client: 'No client',
  area: 'No position',
  hour: 'No time',
  window: 'No window',
  reason: 'No reason given',
}
