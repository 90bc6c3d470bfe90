import type { Distribution, RehearsedMeasures, RehearsedVariant } from '#domain/schema/rehearsal.ts'
import { formatDuration, formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts'

export type Measure = {
  key: keyof RehearsedMeasures
  label: string
  /** It is never more than this. */
  most?: number
  write: (value: number) => string
  /** What it means, in a sentence under the figure. */
  hint: string
}

const count = (value: number) => formatNumber(Math.round(value), 0)
const time = (minutes: number) => (minutes < 0.5 ? '0 min' : formatDuration(minutes * 60))

/** What is shown of the drawn days, in this order. */
export const measuresIn = (currency: string): readonly Measure[] => [
  {
    key: 'on_time_share',
    label: 'On time',
    most: 1,
    write: formatPercent,
    hint: 'Of the stops that have a window or a promise',
  },
  {
    key: 'late_stops',
    label: 'Late stops',
    write: count,
    hint: 'Reached after their window or promise',
  },
  {
    key: 'overtime_minutes',
    label: 'Overtime',
    write: time,
    hint: 'Of all drivers together',
  },
  {
    key: 'cost',
    label: 'Cost',
    write: (cents) => formatMoney(Math.round(cents), currency),
    hint: 'Of all routes',
  },
  { key: 'failed_stops', label: 'Failed', write: count, hint: 'With those where nobody is there' },
  { key: 'absent_stops', label: 'Nobody there', write: count, hint: 'Part of those that fail' },
  {
    key: 'driving_hours',
    label: 'Driving',
    write: (hours) => time(hours * 60),
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
