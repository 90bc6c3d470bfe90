import type { RoadKind, SentEntry } from '#domain/road/entry.ts'
import type { KeptEntry } from '../store/database.ts'

/** So long a driver can take an end back. */
export const undoMs = 10_000

const canBeUndone: readonly string[] = ['delivered', 'failed', 'picked_up'] satisfies RoadKind[]

/** How long an entry can still be taken back, in milliseconds. */
export function undoLeft({ kind, at }: SentEntry, now: number): number {
  const age = now - Date.parse(at)
  // A clock that was set back must not hold an entry for hours.
  return canBeUndone.includes(kind) && age >= 0 ? Math.max(0, undoMs - age) : 0
}

/** Whether an entry stays on the phone for now, because the driver may take it back: nobody is told of an end too soon. */
export function holds(entry: SentEntry, waiting: readonly KeptEntry[], now: number): boolean {
  if (undoLeft(entry, now) === 0) return false
  return !waiting.some((each) => each.entry.kind === 'undone' && each.entry.data.entry_id === entry.id)
}
