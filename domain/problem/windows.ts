import type { TimeWindow, VroomSoftTimeWindow } from '#solver/json/vroom.ts'
import { endOfTime, type Clock } from './clock.ts'
import { usualCostPerHour } from './costs.ts'
import type { PlannerSettings } from './settings.ts'
import type { PlannerDelivery, PlannerPickup } from './types.ts'

type Range = { start: string | null; end: string | null }

/** When it may be delivered, in order and without overlap. Undefined for any time. */
export function deliveryWindows(delivery: PlannerDelivery, at: Clock): TimeWindow[] | undefined {
  const { window_start: start, window_end: end, more_windows = [] } = delivery
  const all: Range[] = start === null && end === null ? more_windows : [{ start, end }, ...more_windows]
  return all.length ? merged(all.map((range) => windowOf(range, at))) : undefined
}

/** When it may be picked up: not before its goods are ready. */
export function pickupWindows(
  { window_start, window_end: end }: PlannerPickup,
  readyTime: string | null,
  at: Clock,
): TimeWindow[] | undefined {
  const [start = null] = [window_start, readyTime]
    .filter((time) => time !== null)
    .toSorted()
    .reverse()
  return start === null && end === null ? undefined : [windowOf({ start, end }, at)]
}

/** A window without a start begins with the day; one without an end never ends. */
function windowOf({ start, end }: Range, at: Clock): TimeWindow {
  const to = at(end ?? endOfTime)
  // When clocks jump forward, a start inside the skipped hour can land after the end.
  return [start === null ? 0 : Math.min(at(start), to), to]
}

/** Windows that touch or overlap become one. */
function merged(windows: TimeWindow[]): TimeWindow[] {
  const result: TimeWindow[] = []
  for (const [from, to] of windows.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** When it should be delivered, at the workspace's price of being early or late. */
export function preferredWindow(
  { preferred_start: start = null, preferred_end: end = null }: PlannerDelivery,
  { cost_per_hour_early, cost_per_hour_late }: PlannerSettings,
  at: Clock,
): VroomSoftTimeWindow | undefined {
  const early = start === null ? 0 : (cost_per_hour_early ?? usualCostPerHour)
  const late = end === null ? 0 : (cost_per_hour_late ?? usualCostPerHour)
  if (!early && !late) return undefined
  return { window: windowOf({ start, end }, at), cost_per_hour_early: early, cost_per_hour_late: late }
}
