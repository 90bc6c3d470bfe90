import type { Replay } from '#domain/schema/replay.ts'
import { Instant } from '#domain/time.ts'

const around = 10 * 60_000
const usualBegin = 8 * 3_600_000

/**
 * From when to when the time line goes, and where it begins: from the first shift to the end of the last one, and farther if a link
 * names a moment outside. Without shifts, it is the whole day.
 */
export function playedSpan(
  { from, to, drivers }: Pick<Replay, 'from' | 'to' | 'drivers'>,
  link: string | null,
): { from: number; to: number; at: number } {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const within = (at: number) => Math.max(first, Math.min(last, at))
  const shifts = drivers.flatMap((driver) => driver.shifts)
  const begins = shifts.map(({ started_at }) => Date.parse(started_at))
  const ends = shifts.map(({ ended_at }) => (ended_at === null ? last : Date.parse(ended_at)))
  const begin = begins.length ? within(Math.min(...begins)) : within(first + usualBegin)
  const linked = Instant.safeParse(link).data
  const at = linked ? within(Date.parse(linked)) : begin
  if (!begins.length) return { from: first, to: last, at }
  return {
    from: Math.min(at, within(begin - around)),
    to: Math.max(at, within(Math.max(...ends) + around)),
    at,
  }
}
