import type { PlannerDelivery } from '../problem/types.ts'
import type { LateStop } from './against.ts'

type Windowed = Pick<PlannerDelivery, 'pickup' | 'window_start' | 'window_end' | 'more_windows'>

/**
 * The window that a delivery would need to be in time, if its own window is all that is too short. Undefined for what is picked
 * up on the way and for several windows, where it is not clear which one is meant.
 */
export function longerWindow(
  { pickup, window_start, window_end, more_windows = [] }: Windowed,
  own: readonly LateStop[],
) {
  const [stop] = own
  if (pickup || own.length !== 1 || !stop || window_end === null || more_windows.length > 0) return undefined
  const minutes = Math.ceil(stop.late_seconds / 60)
  const end = later(window_end, minutes)
  if (end === undefined) return undefined
  return { seconds: minutes * 60, late_seconds: stop.late_seconds, window: { start: window_start, end } }
}

/** A `DayTime` some minutes later; undefined past the last time that anybody can say. */
function later(time: string, minutes: number): string | undefined {
  const [hours, past] = time.split(':').map(Number) as [number, number]
  const total = hours * 60 + past + minutes
  if (total >= 48 * 60) return undefined
  return [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
