import type { Json } from '../chain/canonical-json.ts'
import { auditSeals, type AuditActorKind, type AuditEntry, type Change } from './entry.ts'

/** An entry as it is shown: seals opened, as far as what they hide was not dropped. */
export type ShownAuditEntry = {
  number: number
  at: string
  action: string
  actor: { kind: AuditActorKind; id: string | null; name: string | null }
  origin: { ip: string | null; user_agent: string | null } | null
  record: { kind: string; id: string | null; label: string | null } | null
  /** How many records, if one command did the same to many. */
  records: number
  changes: Record<string, Change>
  detail: Record<string, Json>
  /** What was dropped. */
  erased: string[]
  request_id: string | null
  hash: string
}

export function shownEntry(entry: AuditEntry): ShownAuditEntry {
  const { number, at, action, actor_kind, record_kind, record_id, records, detail, request_id, hash } = entry
  const opened = (name: string) => entry.opened[name]?.value
  const actor = opened('actor') as { id: string | null; name: string } | undefined
  return {
    number,
    at,
    action,
    actor: { kind: actor_kind, id: actor?.id ?? null, name: actor?.name ?? null },
    origin: (opened('origin') as ShownAuditEntry['origin'] | undefined) ?? null,
    record: record_kind
      ? { kind: record_kind, id: record_id, label: (opened('label') as string | undefined) ?? null }
      : null,
    records,
    // In one order, however they were stored: an export is verified by writing it again.
    changes: byName({ ...entry.changes, ...(opened('values') as Record<string, Change> | undefined) }),
    detail,
    erased: auditSeals.filter((name) => entry.sealed[name] !== undefined && !entry.opened[name]),
    request_id,
    hash,
  }
}

const byName = (changes: Record<string, Change>) =>
  Object.fromEntries(Object.entries(changes).toSorted(([one], [other]) => (one < other ? -1 : 1)))
