import type { RoadData } from '../road/entry.ts'
import { dayOf, timeOf } from '../time.ts'

type Found = { code: string; checked_at: string; defects: RoadData['vehicle_checked']['defects'] }

/** Why a vehicle may not drive, and since when. */
export function sayBlocked({ code, checked_at, defects }: Found, zone: string): string {
  const found = new Date(checked_at)
  const parts = defects.flatMap(({ part, blocking }) => (blocking ? [part] : []))
  const what = parts.length ? ` (${[...new Set(parts)].join(', ')})` : ''
  return `${code} has had a blocking defect since ${dayOf(found, zone)} ${timeOf(found, zone)}${what}.`
}
