import { type Draft, secondsPerHour, isInTime, type Patch, type Relaxation } from './fix-draft.ts'
import type { FixConstraint } from '../json/vroom.ts'

/** A job that misses by more than a week has another problem. */
const mostSeconds = 7 * 86_400

/** Lengthens the shift at either end or its maximum, widens one window of an added job at either end, or lets its goods ride
 * longer. */
export function leastTime(
  bench: Draft,
  v: number,
  stops: readonly number[],
  added: readonly number[],
  limit: number,
): Relaxation | undefined {
  let least: Relaxation | undefined
  let most = Math.min(mostSeconds, Math.floor(limit * secondsPerHour))
  for (const { constraint, patch, room, window } of timePatches(bench, v, added)) {
    if (bench.fixed.has(constraint)) continue
    const isEnough = (by: number) => {
      const undo = patch(by)
      const is = isInTime(bench, v, stops)
      undo()
      return is
    }
    const amount = leastAmount(isEnough, Math.min(most, room))
    if (amount === undefined || (least && amount >= least.amount)) continue
    least = { constraint, amount, effort: amount / secondsPerHour, patch, ...(window && { window: window(amount) }) }
    most = amount
  }
  return least
}

type TimePatch = {
  constraint: FixConstraint
  patch: Patch
  /** More than this makes no sense. */
  room: number
  window?: (amount: number) => NonNullable<Relaxation['window']>
}

function* timePatches({ problem, draft, promised }: Draft, v: number, added: readonly number[]): Generator<TimePatch> {
  const { input, windowStart, windowFrom, windowTo, locks } = problem
  const { time_window, max_shift } = input.vehicles[v]
  const type = draft.types[draft.typeOf[v]]
  if (time_window) {
    // Locked steps may already have moved the end.
    yield {
      constraint: 'shift_end',
      patch: (by) => set([type, 'shiftTo', Math.max(type.shiftTo, time_window[1] + by)]),
      room: Infinity,
    }
    if (!locks?.routes[v]?.done)
      yield {
        constraint: 'shift_start',
        patch: (by) => set([type, 'shiftFrom', time_window[0] - by]),
        room: time_window[0],
      }
  }
  if (max_shift !== undefined)
    yield {
      constraint: 'max_shift',
      patch: (by) => set([type, 'maxShift', Math.max(type.maxShift, max_shift + by)]),
      room: Infinity,
    }
  for (const job of added) {
    const most = type.maxRide[job]
    if (most < Infinity)
      yield { constraint: 'max_ride', patch: (by) => set([type.maxRide, job, most + by]), room: Infinity }
    if (!problem.jobList[job].time_windows || promised.has(job)) continue
    const [first, last] = [windowStart[job], windowStart[job + 1] - 1]
    for (let w = first; w <= last; w++) {
      const [from, to] = [windowFrom[w], windowTo[w]]
      const index = w - first
      const opens: Patch = (by) =>
        set([draft.windowFrom, w, from - by], ...(w === first ? [[draft.earliest, job, from - by] as const] : []))
      const closes: Patch = (by) =>
        set([draft.windowTo, w, to + by], ...(w === last ? [[draft.latest, job, to + by] as const] : []))
      // A window grows into the gap next to it; past the gap, the neighboring window is closer.
      const before = from - (w > first ? windowTo[w - 1] + 1 : 0)
      const after = w < last ? windowFrom[w + 1] - 1 - to : Infinity
      const shape = { constraint: 'time_window' } as const
      yield { ...shape, patch: opens, room: before, window: (by) => ({ job, index, time_window: [from - by, to] }) }
      yield { ...shape, patch: closes, room: after, window: (by) => ({ job, index, time_window: [from, to + by] }) }
    }
  }
}

type Entry = readonly [of: object, key: string | number, value: number]

/** Sets numbers; the function it returns restores them. */
function set(...entries: Entry[]): () => void {
  const before = entries.map(([of, key]) => (of as Record<string | number, number>)[key])
  for (const [of, key, value] of entries) (of as Record<string | number, number>)[key] = value
  return () => entries.forEach(([of, key], i) => ((of as Record<string | number, number>)[key] = before[i]))
}

/** The smallest sufficient amount from 1 to `most`, by bisection; nothing if none is enough. */
function leastAmount(isEnough: (amount: number) => boolean, most: number): number | undefined {
  if (most < 1 || !isEnough(most)) return undefined
  let [low, high] = [0, most]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
