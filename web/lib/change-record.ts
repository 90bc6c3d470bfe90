import { merge } from '#domain/merge.ts'
import { CallError } from './call.ts'

export type Versioned = { version: number }

/** The record as it is, and who changed it last if that is known. */
export type Conflict<R> = { current: R; changedBy: string | undefined; changedAt: string | undefined }

/** What the server says to somebody who has not seen the record as it is. */
export function conflictOf<R>(error: unknown): Conflict<R> | undefined {
  if (!(error instanceof CallError) || error.code !== 'version_conflict') return undefined
  const { current, changed_by, changed_at } = error.detail
  const known = current as { updated_at?: string }
  return {
    current: current as R,
    changedBy: changed_by as string | undefined,
    changedAt: (changed_at as string | undefined) ?? known.updated_at,
  }
}

/**
 * Makes one change that concerns some fields of a record, as it was shown. If somebody changed other fields meanwhile,
 * it is made on the new version.
 * @param change what the fields become
 * @throws CallError `version_conflict` if somebody changed these fields to something else
 */
export async function changeRecord<R extends Versioned, T>(
  shown: R,
  change: { [Field in keyof R]?: unknown },
  send: (version: number) => Promise<T>,
): Promise<T> {
  const fields = Object.keys(change) as (keyof R)[]
  const pick = (record: R) => Object.fromEntries(fields.map((field) => [field, record[field]]))
  for (let seen: R = shown; ;) {
    try {
      return await send(seen.version)
    } catch (error) {
      const conflict = conflictOf<R>(error)
      const isOurs =
        conflict && !merge(pick(seen), change as object, pick(conflict.current), [fields as never[]]).conflicts.length
      if (!isOurs) throw error
      seen = conflict.current
    }
  }
}
