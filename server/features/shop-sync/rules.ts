/** How far before the last round the next one begins, because shops list changes late. */
const overlapMs = 10 * 60_000

/** Since when a round asks for changes; null for all open orders. */
export function sinceOf(seenUntil: string | null): string | null {
  return seenUntil === null ? null : new Date(Date.parse(seenUntil) - overlapMs).toISOString()
}

/** A shop is asked for all changes this often, however well its webhooks work. */
export const roundEveryMs = 3_600_000
