import type { SubjectKind } from './types.ts'

/** The drivers whom a record concerns, so that each can be shown their own events. */
export function driversOf(kind: SubjectKind, data: object | undefined): string[] {
  const record = (data ?? {}) as { id?: string; driver_id?: string | null }
  const id = kind === 'driver' ? record.id : kind === 'delivery' || kind === 'route' ? record.driver_id : null
  return id ? [id] : []
}
