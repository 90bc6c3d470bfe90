import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { Opened } from '#domain/chain/entry.ts'
import type { AuditActorKind } from '#domain/audit/entry.ts'
import type { Timestamp, TimestampOrNull } from './columns.ts'

type AuditColumns = {
  workspace_id: string
  at: Timestamp
  action: string
  actor_kind: AuditActorKind
  actor_id: string | null
  record_kind: string | null
  record_id: string | null
  record_ids: string[] | null
  changes: JSONColumnType<Record<string, Record<string, Json>>>
  detail: JSONColumnType<Record<string, Json>>
  request_id: string | null
  sealed: JSONColumnType<Record<string, string>>
  opened: JSONColumnType<Record<string, Opened>>
}

/** What a transaction has done, until it commits. */
export type AuditNoteTable = AuditColumns & { id: GeneratedAlways<number>; content_hash: string }

export type AuditEntryTable = AuditColumns & { number: number; hash: string }

export type AuditHeadTable = {
  workspace_id: string
  length: number
  hash: string
  forgotten_until: TimestampOrNull
}

export type AuditCheckTable = {
  workspace_id: string
  state: 'waiting' | 'whole' | 'broken'
  asked_at: Timestamp
  checked_at: TimestampOrNull
  entries: Generated<number>
  misfit: JSONColumnType<Record<string, Json>> | null
  signed_length: number | null
  signed_hash: string | null
  signature: string | null
  public_key: JSONColumnType<Record<string, unknown>> | null
}

export type AuditVisitTable = { workspace_id: string; session_id: string }
