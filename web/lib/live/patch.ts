import type { QueryClient } from '@tanstack/react-query'
import type { Stored } from './last-changes.ts'
import { isStale, type Stale } from './stale.ts'

/** The record that an event shows, if it shows it as the API does. */
export function recordOf(data: unknown, id: string): Stored | undefined {
  const record = data as Partial<Stored> | null
  if (typeof record !== 'object' || !record || idOf(record) !== id) return undefined
  if (typeof record.version !== 'number') return undefined
  return (record.id === id ? record : { ...record, id }) as Stored
}

/** A member's id is that of the user. */
function idOf({ id, user_id }: { id?: unknown; user_id?: unknown }): unknown {
  return id ?? user_id
}

/** Shows a changed record wherever it is cached in an older version, before it is read again. */
export function patchRecord(client: QueryClient, stale: Stale, record: Stored): void {
  client.setQueriesData({ predicate: ({ queryKey }) => isStale(queryKey, stale) }, (cached: unknown) =>
    patched(cached, record),
  )
}

/** What is cached, with the record replaced: a record, a list of them, a page, or several pages. */
export function patched(cached: unknown, record: Stored): unknown {
  if (typeof cached !== 'object' || cached === null) return cached
  if (Array.isArray(cached)) return withChanges(cached, record)
  if (isOlder(cached, record)) return { ...cached, ...record }
  for (const name of ['data', 'pages'] as const) {
    const rows = (cached as Record<string, unknown>)[name]
    if (!Array.isArray(rows)) continue
    const next = withChanges(rows, record)
    return next === rows ? cached : { ...cached, [name]: next }
  }
  return cached
}

/** The same array if nothing in it changed, so that nothing renders again. */
function withChanges(rows: unknown[], record: Stored): unknown[] {
  const next = rows.map((row) => patched(row, record))
  return next.some((row, position) => row !== rows[position]) ? next : rows
}

function isOlder(cached: object, record: Stored): boolean {
  const { version } = cached as Partial<Stored>
  return idOf(cached) === record.id && typeof version === 'number' && version < record.version
}
