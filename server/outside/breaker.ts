/** Spares a service that keeps failing, and those who wait for it. */
export type Breaker = {
  /** Whether the service may be asked now. After a pause, one call may try. */
  mayTry(): boolean
  succeeded(): void
  failed(): void
}

/** How many failures in a row stop further calls, and for how long. */
export const tripsAfter = 5
export const pauseMs = 60_000

export function openBreaker(now: () => Date): Breaker {
  let failures = 0
  let retryAt = 0
  return {
    mayTry() {
      if (failures < tripsAfter) return true
      const at = now().getTime()
      if (at < retryAt) return false
      // Others wait until this one has answered.
      retryAt = at + pauseMs
      return true
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures++
      retryAt = now().getTime() + pauseMs
    },
  }
}
