import { merge, take } from '#domain/merge.ts'
import { conflictOf, type Conflict, type Versioned } from '#web/lib/change-record.ts'

/** Asks which fields keep what somebody else saved. Nothing if the person would rather go on editing. */
export type Ask<R> = (fields: (keyof R)[], conflict: Conflict<R>) => Promise<(keyof R)[] | undefined>

/**
 * Saves the fields that differ from the record as it was opened. Changes that somebody else made meanwhile stay, and the
 * person decides where both changed the same field.
 * @returns the record as it is now, or nothing if the person would rather go on editing
 */
export async function saveFields<R extends Versioned>(
  opened: R,
  entered: Partial<R>,
  send: (change: Partial<R>, version: number) => Promise<R>,
  ask: Ask<R>,
): Promise<R | undefined> {
  const fields = Object.keys(entered) as (keyof R)[]
  const pick = (from: Partial<R>) => Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<R>
  for (let [base, wanted] = [opened, pick(entered)]; ;) {
    const changed = fields.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(base[field]))
    if (changed.length === 0) return base
    try {
      return await send(Object.fromEntries(changed.map((field) => [field, wanted[field]])) as Partial<R>, base.version)
    } catch (error) {
      const conflict = conflictOf<R>(error)
      if (!conflict) throw error
      const theirs = pick(conflict.current)
      const { values, conflicts } = merge(pick(base), wanted, theirs)
      const taken = conflicts.length > 0 ? await ask(conflicts.flat(), conflict) : []
      if (!taken) return undefined
      take<Partial<R>>(taken, theirs, values)
      ;[base, wanted] = [conflict.current, values]
    }
  }
}
