const firstPauseSeconds = 10
const longestPauseSeconds = 3600

/**
 * How long nothing may be tried after so many wrong tries in a row. The first `free` ones cost nothing; then the pause
 * doubles each time, up to an hour. That leaves a guesser about 24 tries a day.
 */
export function pauseAfter(failures: number, free: number): number {
  if (failures < free) return 0
  return Math.min(firstPauseSeconds * 2 ** Math.min(failures - free, 30), longestPauseSeconds)
}
