import { randomBytes } from 'node:crypto'
import type { Json } from '#domain/chain/canonical-json.ts'
import { sealAll } from '#domain/chain/seal.ts'
import type { AuditAction } from '#domain/audit/actions.ts'
import {
  auditContentHash,
  recordsHash,
  type AuditActorKind,
  type AuditContent,
  type Change,
} from '#domain/audit/entry.ts'
import { cleanJson } from './clean.ts'

export type AuditActor = { kind: AuditActorKind; id: string | null; name: string }

/** Where a call comes from. */
export type AuditOrigin = { ip: string | null; userAgent: string | null; requestId: string | null }

/** What is to become an entry. */
export type AuditDraft = {
  workspaceId: string
  at: Date
  action: AuditAction
  actor: AuditActor
  record: { kind: string; id: string | null; label?: string | null } | null
  /** All records, when one command did the same to many. */
  recordIds: string[] | null
  changes: Record<string, Change>
  /** Changes of personal fields. */
  values: Record<string, Change>
  detail: Record<string, Json>
}

/** The row of a draft, with its hash. */
export function rowOf(draft: AuditDraft, origin: AuditOrigin | undefined) {
  const { workspaceId, at, action, actor, record, recordIds, changes, detail } = draft
  const { sealed, opened } = sealAll(personalOf(draft, origin), salt)
  const content: AuditContent = {
    format: 1,
    workspace_id: workspaceId,
    at: at.toISOString(),
    action,
    actor_kind: actor.kind,
    record_kind: record?.kind ?? null,
    record_id: record?.id ?? null,
    records: recordIds?.length ?? 0,
    records_hash: recordIds && recordsHash(recordIds),
    changes: cleanJson(changes) as Record<string, Record<string, Json>>,
    detail: cleanJson(detail) as Record<string, Json>,
    request_id: origin?.requestId ?? null,
    sealed,
  }
  return {
    ...content,
    actor_id: actor.id,
    record_ids: recordIds && `{${recordIds.join()}}`,
    opened,
    content_hash: auditContentHash(content),
  }
}

function personalOf(
  { actor, record, values }: AuditDraft,
  { ip, userAgent }: Pick<AuditOrigin, 'ip' | 'userAgent'> = { ip: null, userAgent: null },
): Record<string, Json> {
  return {
    actor: cleanJson({ id: actor.id, name: actor.name }),
    ...((ip ?? userAgent) !== null && { origin: cleanJson({ ip, user_agent: userAgent }) }),
    ...(record?.label && { label: cleanJson(record.label) }),
    ...(Object.keys(values).length > 0 && { values: cleanJson(values) }),
  }
}

/** 128 random bits. */
const salt = () => randomBytes(16).toString('base64url')
