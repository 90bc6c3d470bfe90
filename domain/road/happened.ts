const dayMs = 86_400_000

/** Older than this, nothing is believed: no phone is away for so long. */
const mostDaysAway = 60

type Said = { at: string; clock_offset_ms: number | null }

/**
 * When something happened by the server's clock: what the phone's clock said, corrected by how wrong it was last measured.
 * Never in the future, never before what the same log says happened earlier.
 */
export function happenedAt({ at, clock_offset_ms }: Said, previous: Date | null, receivedAt: Date): Date {
  const said = Date.parse(at) + (clock_offset_ms ?? 0)
  const earliest = Math.max(receivedAt.getTime() - mostDaysAway * dayMs, previous?.getTime() ?? 0)
  return new Date(Math.min(Math.max(said, earliest), receivedAt.getTime()))
}
