import { isAreaOnly, isDoubtful, type LocationSource } from './position.ts'
import type { LocationFlag } from './red-flags.ts'

export type AtRisk = {
  delivery_location: object | null
  location_source: LocationSource | null
  location_confidence: number | null
  location_flags: LocationFlag[]
  priority: number
  window_start: string | null
  window_end: string | null
}

/** A promise of at most this many minutes leaves no time to look for a door. */
const tightMinutes = 120

/**
 * How much a doubtful position endangers the day, from 0 for none. What cannot be planned comes first, then what leads
 * the driver to a wrong place, then what only looks odd. Within these, urgent deliveries and tight windows weigh more.
 */
export function riskToDay(delivery: AtRisk): number {
  const base = baseOf(delivery)
  if (!base) return 0
  const priority = { 1: 12, 2: 6, 3: 0 }[delivery.priority] ?? 0
  return base + priority + weightOf(delivery)
}

function baseOf(delivery: AtRisk): number {
  if (!delivery.delivery_location) return 100
  if (isAreaOnly(delivery)) return 80
  if (!isDoubtful(delivery)) return 0
  if (delivery.location_flags.includes('zero') || delivery.location_flags.includes('swapped')) return 60
  return delivery.location_flags.length ? 20 : 40
}

function weightOf({ window_start, window_end }: AtRisk): number {
  if (!window_start && !window_end) return 0
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const length = minutes(window_end ?? '23:59') - minutes(window_start ?? '00:00')
  return length <= tightMinutes ? 7 : 4
}
