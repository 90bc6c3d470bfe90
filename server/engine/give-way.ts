import { setPriority } from 'node:os'
import { shortSearchSeconds } from '#domain/search-limits.ts'

/** On a busy processor, a thread with this niceness gets about a tenth of the usual. */
const niceness = 10

/**
 * Lets requests and short searches go before a long search of this thread when processors are scarce. Only Linux has
 * priorities of single threads. A thread cannot take it back, but it ends with its search.
 */
export function giveWay(timeLimitSeconds = Infinity): void {
  if (process.platform !== 'linux' || timeLimitSeconds <= shortSearchSeconds) return
  try {
    setPriority(0, niceness)
  } catch {
    // Some sandboxes forbid it. Then the search runs like everything else.
  }
}
