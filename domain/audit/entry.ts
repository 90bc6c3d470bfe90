import type { Json } from '../chain/canonical-json.ts'
import type { Opened } from '../chain/entry.ts'
import { hashOf, sha256Of } from '../chain/hash.ts'

/*
 * An entry of a workspace's audit log. What it says has a hash of its own, and its link is the hash over its number, the
 * link before and that hash. So the content is hashed while a transaction still works, and the database links it as the
 * transaction commits, which is when it is known what came before (docs/audit.md).
 */

/** `nobody` did not get in: a refused attempt of which only the address is known. */
export const auditActorKinds = ['member', 'api_key', 'operator', 'recipient', 'system', 'nobody'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

/** The id under which the holder of the secret key works, which belongs to no account. */
export const operatorId = '00000000-0000-0000-0000-000000000000'

/** A field that changed: what it was and what it became, as far as there is one. */
export type Change = { from?: Json; to?: Json }

/**
 * What can be dropped from an entry later, because it is about people: who did it, from where, the name of the record, and
 * the values of personal fields. Each is in the entry as a salted hash (`domain/chain/seal.ts`).
 */
export const auditSeals = ['actor', 'origin', 'label', 'values'] as const

/** What is covered by an entry's hash: all of it, in this order of names in canonical JSON. */
export type AuditContent = {
  format: 1
  workspace_id: string
  at: string
  action: string
  actor_kind: AuditActorKind
  record_kind: string | null
  record_id: string | null
  /** How many records one command did the same to, and the hash of their ids. Both are empty for one record. */
  records: number
  records_hash: string | null
  changes: Record<string, Record<string, Json>>
  detail: Record<string, Json>
  request_id: string | null
  sealed: Record<string, string>
}

/** An entry as it is kept and exported. */
export type AuditEntry = AuditContent & {
  number: number
  hash: string
  opened: Record<string, Opened>
  /** The ids that `records_hash` is about. */
  record_ids?: string[]
}

/** The hash of what an entry says, without its place. */
export function auditContentHash(entry: AuditContent): string {
  const { format, workspace_id, at, action, actor_kind, record_kind, record_id } = entry
  const { records, records_hash, changes, detail, request_id, sealed } = entry
  return hashOf('karta audit content 1', {
    format,
    workspace_id,
    at,
    action,
    actor_kind,
    record_kind,
    record_id,
    records,
    records_hash,
    changes,
    detail,
    request_id,
    sealed,
  })
}

/** The link of an entry: the first one comes after nothing. The database makes it too (`server/db/audit-log.ts`). */
export function auditLink(number: number, previous: string, contentHash: string): string {
  return sha256Of(`karta audit link 1\n${number}\n${previous}\n${contentHash}`)
}

/** The hash of the ids of records, in the order in which they were given. */
export const recordsHash = (ids: string[]) => hashOf('karta audit records 1', ids)
