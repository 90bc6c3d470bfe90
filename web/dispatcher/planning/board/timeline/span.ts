import type { Route } from '#domain/schema/plan.ts'
import { timeOf } from '#domain/time.ts'

/** The time that the timeline shows, in milliseconds since 1970: whole hours. */
export type Span = { from: number; to: number }

const hour = 3_600_000

type Timed = Pick<Route, 'starts_at' | 'ends_at'>

/** From the hour in which the first route starts to the one in which the last ends. Shifts and the present are kept in view. */
export function spanOf(routes: readonly Timed[], others: readonly number[] = []): Span {
  const instants = [
    ...routes.flatMap(({ starts_at, ends_at }) => [Date.parse(starts_at), Date.parse(ends_at)]),
    ...others,
  ]
  if (instants.length === 0) return { from: 0, to: 0 }
  const from = Math.floor(Math.min(...instants) / hour) * hour
  const to = Math.ceil(Math.max(...instants) / hour) * hour
  return { from, to: Math.max(to, from + hour) }
}

export type Tick = { at: number; label: string; isMidnight: boolean }

/** How far apart two labels are at least, in pixels. */
const labelPixels = 52
const steps = [5, 10, 15, 30, 60, 120, 180, 240, 360]

/**
 * The labeled times of an axis. They are instants a fixed time apart, so that a day of 23 or 25 hours has as many, and
 * clocks say what they say.
 * @param pixelsPerHour how wide an hour is
 */
export function ticksOf({ from, to }: Span, pixelsPerHour: number, zone: string): Tick[] {
  const minutes = steps.find((each) => (each / 60) * pixelsPerHour >= labelPixels) ?? steps.at(-1)!
  const step = minutes * 60_000
  const first = Math.ceil(from / hour) * hour
  return Array.from({ length: Math.max(Math.floor((to - first) / step) + 1, 0) }, (_, place) => {
    const at = first + place * step
    const label = timeOf(new Date(at), zone)
    return { at, label, isMidnight: label === '00:00' }
  })
}
