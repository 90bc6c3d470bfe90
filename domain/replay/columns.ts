import { metersBetween } from '../road/meters.ts'
import type { ReplayColumns } from '../schema/replay.ts'

/** Where a driver was at a time in milliseconds. */
export type ReplayFix = { at: number; lat: number; lng: number }

/** Five digits are about a meter. */
const scale = 1e5
/** Fixes closer in time say nothing that the eye would see. */
const leastMs = 3000
/** Who stays within this is drawn as standing, with a fix a minute to show that they are heard of. */
const standingMeters = 8
const longestMs = 60_000

/** Leaves out fixes that a played day looks the same without. */
export function thinned(fixes: readonly ReplayFix[]): ReplayFix[] {
  const kept: ReplayFix[] = []
  for (const [index, fix] of fixes.entries()) {
    const last = kept.at(-1)
    const isLast = index === fixes.length - 1
    const gap = last ? fix.at - last.at : Infinity
    const stands = last && metersBetween(last, fix) < standingMeters && gap < longestMs
    if (!last || isLast || (gap >= leastMs && !stands)) kept.push(fix)
  }
  return kept
}

/** Fixes as columns of differences: a few characters for each. Times are whole seconds. */
export function toColumns(driver_id: string, fixes: readonly ReplayFix[]): ReplayColumns {
  const columns: ReplayColumns = { driver_id, seconds: [], lat: [], lng: [] }
  let [seconds, lat, lng] = [0, 0, 0]
  for (const fix of fixes) {
    const next = [Math.round(fix.at / 1000), Math.round(fix.lat * scale), Math.round(fix.lng * scale)] as const
    columns.seconds.push(next[0] - seconds)
    columns.lat.push(next[1] - lat)
    columns.lng.push(next[2] - lng)
    ;[seconds, lat, lng] = next
  }
  return columns
}

/** The fixes of columns. Pages of the same driver follow each other: each begins anew. */
export function fromColumns({ seconds, lat, lng }: ReplayColumns): ReplayFix[] {
  let [at, north, east] = [0, 0, 0]
  return seconds.map((step, index) => {
    at += step
    north += lat[index]!
    east += lng[index]!
    return { at: at * 1000, lat: north / scale, lng: east / scale }
  })
}
