import type { TrailPoint } from '#domain/schema/position.ts'

export type TimedPoint = { at: number; lat: number; lng: number; speed: number | null }

export const toTimed = (points: readonly TrailPoint[]): TimedPoint[] =>
  points.map(({ recorded_at, lat, lng, speed_mps }) => ({ at: Date.parse(recorded_at), lat, lng, speed: speed_mps }))

/** Where somebody was at a moment, between the fixes before and after. Nothing outside of the trail. */
export function whereAt(points: readonly TimedPoint[], at: number): TimedPoint | undefined {
  if (points.length === 0 || at < points[0]!.at || at > points.at(-1)!.at) return undefined
  let [low, high] = [0, points.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (points[middle]!.at <= at) low = middle
    else high = middle
  }
  const [before, after] = [points[low]!, points[high]!]
  const share = after.at === before.at ? 0 : (at - before.at) / (after.at - before.at)
  return {
    at,
    lat: before.lat + (after.lat - before.lat) * share,
    lng: before.lng + (after.lng - before.lng) * share,
    speed: before.speed,
  }
}
