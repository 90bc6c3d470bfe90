/** Late enough for an alert, and late enough to be urgent. */
export type Lateness = 'on_time' | 'late' | 'very_late'

/** Three times as late as what is worth an alert is urgent. */
const urgentTimes = 3

/**
 * Whether a driver is going to be late. What counts as late stays so until it is less than half as late, so that alerts do
 * not come and go.
 * @param lateSeconds how long after the window or promise the driver is expected, the worst of a route
 */
export function judgeLateness(lateSeconds: number | null, afterMinutes: number, before: Lateness): Lateness {
  if (lateSeconds === null) return 'on_time'
  const limit = afterMinutes * 60
  if (lateSeconds > limit * urgentTimes) return 'very_late'
  if (lateSeconds > limit) return before === 'very_late' ? 'very_late' : 'late'
  if (before !== 'on_time' && lateSeconds > limit / 2) return before
  return 'on_time'
}

type Said = { p10: number; p50: number; p90: number; said_at: number }
const movedMs = 2 * 60_000
const longestSilenceMs = 10 * 60_000

/** Whether an estimate is worth keeping, after the last one that was kept. */
export function isNews(last: Said | undefined, { p10, p50, p90, said_at }: Said): boolean {
  if (!last || said_at - last.said_at >= longestSilenceMs) return true
  const width = (of: Pick<Said, 'p10' | 'p90'>) => of.p90 - of.p10
  return Math.abs(p50 - last.p50) >= movedMs || Math.abs(width({ p10, p90 }) - width(last)) >= 2 * movedMs
}
