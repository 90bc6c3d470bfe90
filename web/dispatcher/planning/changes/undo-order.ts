import type { PlanChange } from '#domain/schema/plan-change.ts'

type Entry = Pick<PlanChange, 'id' | 'undoes' | 'can_undo'>

/** How often a change takes back one that takes one back: an odd number undoes, an even one does. */
function depthOf(entry: Entry, byId: ReadonlyMap<string, Entry>): number {
  let depth = 0
  for (let at = byId.get(entry.undoes ?? ''); at; at = byId.get(at.undoes ?? '')) depth++
  return depth
}

const isUndo = (entry: Entry, byId: ReadonlyMap<string, Entry>) =>
  // What it took back may be beyond what is loaded.
  entry.undoes !== null && (byId.has(entry.undoes) ? depthOf(entry, byId) % 2 === 1 : true)

/**
 * The change that “undo” takes back: the last one that is done and not undone.
 * @param history newest first
 */
export function nextUndo<E extends Entry>(history: readonly E[]): E | undefined {
  const byId = new Map(history.map((entry) => [entry.id, entry]))
  return history.find((entry) => entry.can_undo && !isUndo(entry, byId))
}

/**
 * The changes that “undo” would take back one after the other, the next one first.
 * @param history newest first
 */
export function undoSteps<E extends Entry & Pick<PlanChange, 'undone_by'>>(history: readonly E[]): E[] {
  const byId = new Map(history.map((entry) => [entry.id, entry]))
  return history.filter((entry) => entry.undone_by === null && !isUndo(entry, byId))
}

/** The undoing that “redo” takes back: the last one, unless something new was done since. */
export function nextRedo<E extends Entry>(history: readonly E[]): E | undefined {
  const byId = new Map(history.map((entry) => [entry.id, entry]))
  for (const entry of history) {
    if (entry.undoes === null) return undefined
    if (entry.can_undo && isUndo(entry, byId)) return entry
  }
  return undefined
}
