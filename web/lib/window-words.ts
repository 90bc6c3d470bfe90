import type { Delivery } from '#domain/schema/delivery.ts'
import { formatHours, formatTimeOfDay } from './format.ts'

/** A time window in words: `09:00–12:00`, `from 09:00`, `until 12:00`, `Any time`. */
export function windowWords({
  window_start: from,
  window_end: to,
}: Pick<Delivery, 'window_start' | 'window_end'>): string {
  if (from && to) return formatHours(from, to)
  if (from) return `from ${formatTimeOfDay(from)}`
  if (to) return `until ${formatTimeOfDay(to)}`
  return 'Any time'
}
