const minuteMs = 60_000

/**
 * When a dashboard that nobody uses signs out. What any tab of the browser noted counts for all of them, unless somebody
 * has signed in since. A time in the future, from a clock that was wrong, counts as now.
 * @param lastUse what the tabs noted, if anything
 */
export function signsOutAt(
  { lastUse, signedInAt = 0 }: { lastUse: string | null; signedInAt: number | undefined },
  minutes: number,
  now: number,
): number {
  const used = lastUse ? Number(lastUse) : Number.NaN
  const last = Number.isFinite(used) ? Math.max(used, signedInAt) : now
  return Math.min(last, now) + minutes * minuteMs
}
