/** The pause after each failed attempt, in seconds: 13 attempts in 72 hours. */
export const pausesSeconds = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 72_000, 86_400] as const

/** An endpoint that failed for so long is paused. */
export const failingHours = 72

/** After so many failures in a row, an endpoint is tried with one call at a time. */
export const mostInARow = 5

/** How long such an endpoint is left alone, at most. */
const longestProbeSeconds = 900
/** Pauses differ by up to so much, so that calls that failed together do not come back together. */
const jitter = 0.2

/**
 * Milliseconds until a call is tried again, or undefined after the last attempt.
 * @param attempts how many have failed, at least 1
 * @param random from 0 to 1
 */
export function retryMs(attempts: number, random: number): number | undefined {
  const seconds = pausesSeconds[attempts - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + jitter * (random - 0.5)))
}

/**
 * Milliseconds for which an endpoint is left alone after so many failures in a row; 0 for one that may just have hiccuped.
 * @param random from 0 to 1
 */
export function probeMs(failures: number, random: number): number {
  if (failures < mostInARow) return 0
  const seconds = Math.min(longestProbeSeconds, 5 * 2 ** (failures - mostInARow))
  return Math.round(seconds * 1000 * (1 + jitter * (random - 0.5)))
}
