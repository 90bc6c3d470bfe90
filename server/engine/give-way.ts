import { setPriority } from 'node:os'
import { shortSearchSeconds } from '#domain/search-limits.ts'

/** How much less of a busy processor a thread gets: at 5 about a third of the usual, at 10 about a tenth. */
const niceness = { short: 5, long: 10 }

/**
 * Lets requests go before the search of this thread when processors are scarce, and short searches before long ones. Only
 * Linux has priorities of single threads. A thread cannot take it back, but it ends with its search.
 */
export function giveWay(timeLimitSeconds = Infinity): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, timeLimitSeconds <= shortSearchSeconds ? niceness.short : niceness.long)
  } catch {
    // Some sandboxes forbid it. Then the search runs like everything else.
  }
}
