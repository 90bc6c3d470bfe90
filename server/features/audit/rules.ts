import { z } from 'zod'
import { auditActionNames } from '#domain/audit/actions.ts'
import type { AuditEntry as StoredEntry } from '#domain/audit/entry.ts'
import { recordsHash } from '#domain/audit/entry.ts'
import { auditSentence } from '#domain/audit/sentence.ts'
import { shownEntry } from '#domain/audit/shown.ts'
import { AppError } from '#domain/errors.ts'
import type { AuditEntry } from '#domain/schema/audit.ts'
import { dayAfter, instantOf } from '#domain/time.ts'

export type AuditQuery = {
  actor?: string | undefined
  action?: string | undefined
  record?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A filter as the database reads it. */
export type AuditFilter = {
  actor: string | undefined
  /** Every action that is wanted; undefined for all. */
  actions: string[] | undefined
  record: string | undefined
  from: Date | undefined
  before: Date | undefined
}

export function readFilter({ actor, action, record, from, to }: AuditQuery, timeZone: string): AuditFilter {
  return {
    actor,
    actions: action?.split(',').flatMap(actionsNamed),
    record,
    from: from ? instantOf(from, '00:00', timeZone) : undefined,
    before: to ? instantOf(dayAfter(to), '00:00', timeZone) : undefined,
  }
}

/** One action, or all of a kind. Unknown ones are looked for as they are: a log can be older than the program. */
function actionsNamed(name: string): string[] {
  if (name.includes('.')) return [name]
  const all = auditActionNames.filter((action) => action.startsWith(`${name}.`))
  return all.length ? all : [name]
}

/** Where a page of the list begins: after this entry, going back in time. */
export type Place = { at: string; number: number }

const Cursor = z.tuple([z.iso.datetime(), z.int().min(0)])

export function writeCursor({ at, number }: Place): string {
  return Buffer.from(JSON.stringify([at, number])).toString('base64url')
}

/** @throws AppError `bad_cursor` */
export function readCursor(cursor: string): Place {
  try {
    const [at, number] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, number }
  } catch {
    throw new AppError('bad_cursor')
  }
}

/** A row of the table as the entry that it is. */
export function toEntry(row: {
  workspace_id: string
  number: number
  at: string
  action: string
  actor_kind: StoredEntry['actor_kind']
  record_kind: string | null
  record_id: string | null
  record_ids: string[] | null
  changes: StoredEntry['changes']
  detail: StoredEntry['detail']
  request_id: string | null
  sealed: StoredEntry['sealed']
  opened: StoredEntry['opened']
  hash: string
}): StoredEntry {
  const { record_ids, ...entry } = row
  return {
    format: 1,
    ...entry,
    records: record_ids?.length ?? 0,
    records_hash: record_ids && recordsHash(record_ids),
    ...(record_ids && { record_ids }),
  }
}

const mostIds = 100

export function inApi(entry: StoredEntry): AuditEntry {
  const shown = shownEntry(entry)
  return { ...shown, sentence: auditSentence(shown), record_ids: entry.record_ids?.slice(0, mostIds) ?? [] }
}

export function exportName(format: 'csv' | 'jsonl', now: Date): string {
  return `karta-audit-${now.toISOString().slice(0, 10)}.${format}`
}
