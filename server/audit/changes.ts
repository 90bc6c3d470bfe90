import { canonicalJson, type Json } from '#domain/chain/canonical-json.ts'
import { isAudited, tellChange } from '#domain/audit/fields.ts'
import { subjectOf, type EventType } from '#domain/events/types.ts'
import type { AuditDraft } from './draft.ts'

/** A change as its event tells it. */
export type Told = { type: EventType; id: string; data: object; previous: Record<string, unknown>; why: string | null }

type By = Pick<AuditDraft, 'workspaceId' | 'actor' | 'at'>

/**
 * Adds a change to the drafts of its transaction. Changes of the same kind by the same person are one entry: of one
 * record, from what it was first to what it is now; of many, with their ids and what all of them have in common.
 */
export function noteChange(drafts: Map<string, AuditDraft>, by: By, told: Told): void {
  const { workspaceId, actor } = by
  if (!isAudited(told.type, actor.kind === 'system')) return
  const name = [workspaceId, actor.kind, actor.id, told.type, told.why].join(' ')
  const draft = drafts.get(name)
  if (!draft) drafts.set(name, begin(by, told))
  else if (draft.record?.id === told.id) continueWith(draft, told)
  else join(draft, told)
}

function begin(by: By, told: Told): AuditDraft {
  const { type, id, why } = told
  const { changes, values, label } = tell(told)
  const record = { kind: subjectOf(type), id, label }
  return { ...by, action: type, record, recordIds: null, changes, values, detail: why ? { why } : {} }
}

const tell = ({ type, data, previous }: Told) =>
  tellChange(type, data as Record<string, Json>, previous as Record<string, Json>)

function continueWith(draft: AuditDraft, told: Told): void {
  const { changes, values } = tell(told)
  for (const [before, after] of [
    [draft.changes, changes],
    [draft.values, values],
  ] as const) {
    for (const [field, { from, to }] of Object.entries(after)) {
      before[field] = { ...(before[field] ?? { from }), to: to! }
    }
  }
}

function join(draft: AuditDraft, told: Told): void {
  if (!draft.recordIds) {
    draft.recordIds = [draft.record!.id!]
    draft.record = { kind: draft.record!.kind, id: null }
    draft.values = {}
  }
  draft.recordIds.push(told.id)
  if (!Object.keys(draft.changes).length) return
  const { changes } = tell(told)
  for (const [field, { from, to }] of Object.entries(draft.changes)) {
    const other = changes[field]
    if (!isSame(other?.to, to)) delete draft.changes[field]
    else if (!isSame(other?.from, from)) draft.changes[field] = { to: to! }
  }
}

const isSame = (a: Json | undefined, b: Json | undefined) =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b))
