type Moving = { speedMps: number | null; batteryPercent: number | null; isCharging: boolean | null }

/**
 * How long to wait for the next position, in milliseconds: often while driving, seldom while standing, and less often when
 * the battery runs low.
 */
export function pingInterval({ speedMps, batteryPercent, isCharging }: Moving): number {
  const usual = speedMps === null || speedMps < 1 ? 60_000 : speedMps < 8 ? 10_000 : 5000
  if (isCharging || batteryPercent === null) return usual
  if (batteryPercent <= 10) return Math.max(usual * 6, 60_000)
  return batteryPercent <= 25 ? usual * 2 : usual
}
