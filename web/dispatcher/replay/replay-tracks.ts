import { fromColumns } from '#domain/replay/columns.ts'
import type { ReplayColumns } from '#domain/schema/replay.ts'
import { toWorld } from '#web/map/fit-view.ts'

/** Where a driver was during a day, in flat arrays. The whole world is 1 wide. */
export type ReplayTrack = { at: Float64Array; x: Float64Array; y: Float64Array; lat: Float64Array; lng: Float64Array }

/** Where somebody is at a moment; `ageMs` is how old the last fix before it is. */
export type ReplayPlace = {
  index: number
  x: number
  y: number
  heading: number | null
  ageMs: number
  isMoving: boolean
}

/** Farther apart in time, nothing is known of the way between two fixes. */
const longestGapMs = 120_000
/** A share of the world, about 10 m: who moves less stands. */
const standing = 2.5e-7

/** Puts the pages of each driver together. */
export function tracksOf(pages: readonly ReplayColumns[]): Map<string, ReplayTrack> {
  const byDriver = Map.groupBy(pages, ({ driver_id }) => driver_id)
  return new Map([...byDriver].map(([id, columns]) => [id, trackOf(columns.flatMap(fromColumns))]))
}

function trackOf(fixes: readonly { at: number; lat: number; lng: number }[]): ReplayTrack {
  const worlds = fixes.map((fix) => toWorld(fix))
  return {
    at: Float64Array.from(fixes, ({ at }) => at),
    x: Float64Array.from(worlds, ({ x }) => x / 256),
    y: Float64Array.from(worlds, ({ y }) => y / 256),
    lat: Float64Array.from(fixes, ({ lat }) => lat),
    lng: Float64Array.from(fixes, ({ lng }) => lng),
  }
}

/**
 * Where a track is at a moment, between the fixes around it; undefined before the first one.
 * @param hint where it was found last: play goes on from there, a jump searches anew
 */
export function placeAt({ at, x, y }: ReplayTrack, moment: number, hint = 0): ReplayPlace | undefined {
  if (!at.length || moment < at[0]!) return undefined
  const index = indexAt(at, moment, hint)
  const ageMs = moment - at[index]!
  const next = index + 1
  const gap = next < at.length ? at[next]! - at[index]! : Infinity
  if (gap > longestGapMs) return { index, x: x[index]!, y: y[index]!, heading: null, ageMs, isMoving: false }
  const share = gap > 0 ? ageMs / gap : 0
  const [dx, dy] = [x[next]! - x[index]!, y[next]! - y[index]!]
  const isMoving = Math.hypot(dx, dy) > standing
  return {
    index,
    x: x[index]! + dx * share,
    y: y[index]! + dy * share,
    heading: isMoving ? ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360 : null,
    ageMs,
    isMoving,
  }
}

/** The last fix at or before a moment. */
function indexAt(at: Float64Array, moment: number, hint: number): number {
  let index = Math.min(hint, at.length - 1)
  if (at[index]! <= moment) {
    for (let step = 0; step < 8; step++) {
      if (index + 1 >= at.length || at[index + 1]! > moment) return index
      index++
    }
  }
  let [low, high] = [0, at.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (at[middle]! <= moment) low = middle
    else high = middle - 1
  }
  return low
}
