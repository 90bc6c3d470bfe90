import type { Route } from '#domain/schema/plan.ts'
import { dayOf, timeOf } from '#domain/time.ts'
import { formatDayBriefly, formatNumber, formatTime } from '#web/lib/format.ts'

/** The time that the timeline shows, in milliseconds since 1970: whole hours of the zone’s clocks. */
export type Span = { from: number; to: number }

const minute = 60_000
const hour = 60 * minute

type Timed = Pick<Route, 'starts_at' | 'ends_at'>

/** From the hour in which the first route starts to the one in which the last ends. Shifts are kept in view. */
export function spanOf(routes: readonly Timed[], zone: string, others: readonly number[] = []): Span {
  const instants = [
    ...routes.flatMap(({ starts_at, ends_at }) => [Date.parse(starts_at), Date.parse(ends_at)]),
    ...others,
  ]
  if (instants.length === 0) return { from: 0, to: 0 }
  const from = hourBefore(Math.min(...instants), zone)
  const last = Math.max(...instants)
  const to = hourBefore(last, zone)
  return { from, to: Math.max(to < last ? to + hour : to, from + hour) }
}

/** When clocks of the zone last struck. Some zones are half an hour or a quarter beside the others. */
function hourBefore(at: number, zone: string): number {
  return Math.floor(at / minute) * minute - (minutesOf(at, zone) % 60) * minute
}

/** The minutes that clocks show, since midnight. */
function minutesOf(at: number, zone: string): number {
  const [hours, minutes] = timeOf(new Date(at), zone).split(':')
  return Number(hours) * 60 + Number(minutes)
}

export type Tick = { at: number; label: string; isMidnight: boolean }

/** How far apart two labels are at least, in pixels. */
const labelPixels = 52
const steps = [5, 10, 15, 30, 60, 120, 180, 240, 360]

/**
 * The labeled times of an axis: round times of the zone’s clocks. Where clocks change, an hour is missing or comes twice,
 * and labels that would touch are left out.
 * @param pixelsPerHour how wide an hour is
 */
export function ticksOf({ from, to }: Span, pixelsPerHour: number, zone: string): Tick[] {
  const step = steps.find((each) => (each / 60) * pixelsPerHour >= labelPixels) ?? steps.at(-1)!
  const isApart = (at: number, last: Tick | undefined) =>
    last === undefined || ((at - last.at) / hour) * pixelsPerHour >= Math.min(labelPixels, (step / 60) * pixelsPerHour)
  const ticks: Tick[] = []
  for (let at = from; at <= to; at += Math.min(step, 30) * minute) {
    const minutes = minutesOf(at, zone)
    if (minutes % step !== 0 || !isApart(at, ticks.at(-1))) continue
    const isMidnight = minutes === 0
    // Two midnights would look the same.
    const label = isMidnight && at > from ? newDay(at, zone) : formatTime(new Date(at), zone)
    ticks.push({ at, label, isMidnight })
  }
  return ticks
}

const newDay = (at: number, zone: string) =>
  formatDayBriefly(dayOf(new Date(at), zone), dayOf(new Date(at - hour), zone).slice(0, 4))

/** Where clocks are set forward or back, with what they show then and by how much: `03:00 +1 h`. */
export function clockChangesOf({ from, to }: Span, zone: string): { at: number; label: string }[] {
  const changes: { at: number; label: string }[] = []
  const step = 30
  for (let at = from + step * minute; at <= to; at += step * minute) {
    const shown = (minutesOf(at, zone) - minutesOf(at - step * minute, zone) + dayMinutes) % dayMinutes
    const by = shown > dayMinutes / 2 ? shown - dayMinutes - step : shown - step
    if (by === 0) continue
    const label = `${formatTime(new Date(at), zone)} ${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by) / 60, by % 60 === 0 ? 0 : 1)} h`
    changes.push({ at, label })
  }
  return changes
}

const dayMinutes = 24 * 60
