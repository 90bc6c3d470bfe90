import type { TimeWindow, VroomViolation } from '../json/vroom.ts'

/**
 * The distance of a moment to the nearest window, as a violation; nothing inside a window. On a tie the later window
 * counts.
 */
export function offWindow(windows: readonly TimeWindow[], moment: number): VroomViolation | undefined {
  let nearest: VroomViolation | undefined
  for (const [from, to] of windows) {
    if (moment >= from && moment <= to) return undefined
    const found: VroomViolation =
      moment < from ? { cause: 'lead_time', duration: from - moment } : { cause: 'delay', duration: moment - to }
    if (!nearest || found.duration! <= nearest.duration!) nearest = found
  }
  return nearest
}

/** One violation per cause, with durations added up. */
export function summed(violations: readonly VroomViolation[]): VroomViolation[] {
  const sums = new Map<string, VroomViolation>()
  for (const { cause, duration } of violations) {
    const sum = sums.get(cause)
    if (!sum) sums.set(cause, { cause, ...(duration === undefined ? {} : { duration }) })
    else if (duration !== undefined) sum.duration = (sum.duration ?? 0) + duration
  }
  return [...sums.values()]
}
