import { etaProbability } from '../eta/estimate.ts'
import type { ArrivalRange } from '../schema/tracking.ts'

const stepMs = 5 * 60_000

/**
 * An expected arrival as recipients read it: outward to 5 minutes, so that the range is never narrower than its
 * probability says, and not before now.
 */
export function arrivalRange(p10: string, p90: string, now: Date): ArrivalRange {
  const from = Math.floor(Math.max(Date.parse(p10), now.getTime()) / stepMs) * stepMs
  const until = Math.ceil(Math.max(Date.parse(p90), now.getTime()) / stepMs) * stepMs
  return {
    from: new Date(from).toISOString(),
    until: new Date(Math.max(until, from + stepMs)).toISOString(),
    probability: etaProbability,
  }
}
