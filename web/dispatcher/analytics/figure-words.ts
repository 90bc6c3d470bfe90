import { measures, type MeasureName, type ShownBehind } from '#domain/figures/measures.ts'
import type { FigurePeriod, DayRange } from '#domain/figures/periods.ts'
import type { ShownAtPlace } from '#domain/figures/trouble.ts'
import type { FigureSplit } from '#domain/figures/splits.ts'
import { failureReasons, type FailureReason } from '#domain/failure-reasons.ts'
import { formatDay, formatDayBriefly, formatDuration, formatNumber } from '#web/lib/format.ts'

/** What stands where there is nothing to tell. */
export const nothing = '–'

/** A number as people read it, with its unit. */
export function sayFigure(name: MeasureName, value: number | null): string {
  if (value === null) return nothing
  switch (measures[name].unit) {
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
export function changeOf(name: MeasureName, now: number | null, before: number | null) {
  if (now === null || before === null) return undefined
  const { unit, better } = measures[name] as { unit: string; better?: 'up' | 'down' }
  const difference = now - before
  const isShare = unit === 'share'
  if (!isShare && before === 0) return undefined
  const points = isShare ? difference * 100 : (difference / before) * 100
  const rounded = Math.round(points * 10) / 10
  const direction = rounded > 0 ? ('up' as const) : rounded < 0 ? ('down' as const) : undefined
  const size = formatNumber(Math.abs(rounded), 1)
  const words = !direction
    ? 'As before'
    : isShare
      ? `${size} points ${direction === 'up' ? 'more' : 'less'}`
      : `${size}% ${direction === 'up' ? 'more' : 'less'}`
  return { words, direction, isGood: direction && better ? direction === better : undefined }
}

/** A period as a bar or a row is called. */
export function periodName({ from, to }: DayRange, period: FigurePeriod, thisYear: string): string {
  if (period === 'day' || from === to) return formatDayBriefly(from, thisYear)
  return `${formatDayBriefly(from, thisYear)} – ${formatDayBriefly(to, thisYear)}`
}

export const rangeName = ({ from, to }: DayRange) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

/** How the deliveries behind a number are called. */
export const shownNames: Record<ShownBehind | ShownAtPlace, string> = {
  all: 'All attempts',
  delivered: 'Delivered',
  failed: 'Failed',
  firsts: 'First attempts',
  first_delivered: 'Delivered at the first attempt',
  first_failed: 'Failed at the first attempt',
  promised: 'Deliveries with a promise',
  on_time: 'On time',
  early: 'Too early',
  late: 'Late',
  late_start: measures.late_start.label,
  late_service: measures.late_service.label,
  late_driving: measures.late_driving.label,
  late_plan: measures.late_plan.label,
  late_address: measures.late_address.label,
  drives: 'Drives that are known',
  services: 'Times at a stop that are known',
  waited: 'Waited for a window',
  eta_told: 'Arrival ranges told',
  eta_missed: 'Arrival outside the range told',
  rated: 'Rated',
  low: measures.low.label,
  messaged: 'With messages',
  costed: 'Deliveries with a cost',
  failed_there: 'Failed because of the address or the recipient',
  pin_unsure: 'With a doubtful or moved pin',
}

/** How a row of a split is called. */
export function rowName(split: FigureSplit, key: string | null, name: string | null): string {
  if (key === null) return withoutIt[split]
  if (split === 'reason') return Object.hasOwn(failureReasons, key) ? failureReasons[key as FailureReason].label : key
  if (split === 'hour') return `${key.padStart(2, '0')}:00`
  if (split === 'window') return key.replace(/^(\d\d)-(\d\d)$/, '$1:00–$2:00')
  return name ?? 'Deleted'
}

const withoutIt: Record<FigureSplit, string> = {
  driver: 'No driver',
  vehicle: 'No vehicle',
  depot: 'No depot',
  client: 'No client',
  area: 'No position',
  hour: 'No time',
  window: 'No window',
  reason: 'No reason given',
}
