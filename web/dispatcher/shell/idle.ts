const minuteMs = 60_000

/**
 * When a dashboard that nobody uses signs out. What any tab of the browser noted counts for all of them; a time in the
 * future, from a clock that was wrong, counts as now.
 * @param lastUse what the tabs noted, if anything
 */
export function signsOutAt(lastUse: string | null, minutes: number, now: number): number {
  const at = lastUse === null ? now : Number(lastUse)
  return (Number.isFinite(at) ? Math.min(at, now) : now) + minutes * minuteMs
}
