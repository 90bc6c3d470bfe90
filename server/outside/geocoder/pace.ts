/** Spaces calls evenly, so that no more than so many happen in a second. */
export type Pace = {
  /** Waits for its turn. Resolves to false at once if that would take longer than `maxWaitMs`. */
  take(maxWaitMs: number, signal?: AbortSignal): Promise<boolean>
}

/** `sharedBy` is how many servers share the calls at the moment. */
type Clock = { now: () => Date; wait: (ms: number, signal?: AbortSignal) => Promise<void>; sharedBy?: () => number }

export function openPace(perSecond: number, { now, wait, sharedBy = () => 1 }: Clock): Pace {
  let nextAt = 0
  return {
    async take(maxWaitMs, signal) {
      const at = now().getTime()
      const waitMs = Math.max(0, nextAt - at)
      if (waitMs > maxWaitMs) return false
      nextAt = at + waitMs + (1000 / perSecond) * sharedBy()
      if (waitMs > 0) await wait(waitMs, signal)
      return true
    },
  }
}
