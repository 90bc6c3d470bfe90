/** Below this, clocks count as the same: measuring takes time, too. */
const sameMs = 1000

/** The only clock of the server. It goes by the database's once its own is known to differ, so that all servers agree. */
export type Clock = {
  now(): Date
  /**
   * Says what time it was at the database between two moments of this machine, in milliseconds.
   * @returns by how much this machine is ahead, in milliseconds, if that is news; negative if it is behind
   */
  compare(databaseMs: number, beforeMs: number, afterMs: number): number | undefined
  /** By how much this machine is ahead of the database, in milliseconds; 0 if hardly. */
  aheadMs(): number
}

/** @param machineMs what this machine takes for the time, in milliseconds */
export function openClock(machineMs: () => number): Clock {
  let aheadMs = 0
  return {
    now: () => new Date(machineMs() - aheadMs),
    compare(databaseMs, beforeMs, afterMs) {
      const measured = Math.round((beforeMs + afterMs) / 2 - databaseMs)
      // A slow answer tells less.
      const unsureMs = sameMs + (afterMs - beforeMs) / 2
      if (Math.abs(measured - aheadMs) < unsureMs) return undefined
      aheadMs = Math.abs(measured) < unsureMs ? 0 : measured
      return aheadMs
    },
    aheadMs: () => aheadMs,
  }
}
