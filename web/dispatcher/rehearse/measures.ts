import type { Distribution, RehearsedMeasures, RehearsedVariant } from '#domain/schema/rehearsal.ts'
import { formatDuration, formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts'

export type Measure = {
  key: keyof RehearsedMeasures
  label: string
  /** Whether more of it is better. */
  isGood: boolean
  write: (value: number) => string
  /** What it means, in a sentence under the figure. */
  hint: string
}

const count = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : 1)

/** What is shown of the drawn days, in this order. */
export const measuresIn = (currency: string): readonly Measure[] => [
  {
    key: 'on_time_share',
    label: 'On time',
    isGood: true,
    write: formatPercent,
    hint: 'Of the stops that have a window or a promise',
  },
  {
    key: 'late_stops',
    label: 'Late stops',
    isGood: false,
    write: count,
    hint: 'Reached after their window or promise',
  },
  {
    key: 'overtime_minutes',
    label: 'Overtime',
    isGood: false,
    write: (minutes) => formatDuration(minutes * 60),
    hint: 'Of all drivers together',
  },
  {
    key: 'cost',
    label: 'Cost',
    isGood: false,
    write: (cents) => formatMoney(Math.round(cents), currency),
    hint: 'Of all routes',
  },
  { key: 'failed_stops', label: 'Failed', isGood: false, write: count, hint: 'With those where nobody is there' },
  { key: 'absent_stops', label: 'Nobody there', isGood: false, write: count, hint: 'Part of those that fail' },
  {
    key: 'driving_hours',
    label: 'Driving',
    isGood: false,
    write: (hours) => formatDuration(hours * 3600),
    hint: 'Of all drivers together',
  },
]

/** `3 to 9`: eight of ten days are within it. One value if both read the same. */
export function rangeOf({ p10, p90 }: Distribution, write: Measure['write']): string {
  const [from, to] = [write(p10), write(p90)]
  return from === to ? from : `${from} to ${to}`
}

/** The measures that say something in at least one variant. */
export const knownMeasures = (variants: readonly RehearsedVariant[], currency: string): Measure[] =>
  measuresIn(currency).filter(({ key }) => variants.some(({ measures }) => measures?.[key]))
