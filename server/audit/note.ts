import { sql } from 'kysely'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { NotedAction } from '#domain/audit/actions.ts'
import { operatorId } from '#domain/audit/entry.ts'
import { beforeCommit, setWorkspace, type Trx } from '../db/connect.ts'
import { noteChange, type Told } from './changes.ts'
import { rowOf, type AuditActor, type AuditDraft, type AuditOrigin } from './draft.ts'

/** Whoever acts in a workspace: the `Actor` of a request, or the author of an event. */
export type Noted = {
  workspaceId: string
  userId: string | null
  name: string
  isApiKey?: boolean
  role?: string
  /** Nobody knows who it was. */
  isUnknown?: boolean
}

/** What somebody did that is no change of a record. It holds no secret, code or token. */
export type Note = {
  action: NotedAction
  record?: { kind: string; id: string | null; label?: string | null }
  /** Shown with the entry, for as long as the log is kept: nothing personal. */
  detail?: Record<string, unknown>
  /** The same for what is personal. It can be dropped later. */
  personal?: Record<string, unknown>
}

/** Notes of running transactions. They are written as the last thing before the commit. */
const notes = new WeakMap<Trx, Map<string, AuditDraft>>()
const origins = new WeakMap<Trx, AuditOrigin>()

/** Says from where the call comes whose transaction this is. */
export function noteOrigin(trx: Trx, origin: AuditOrigin): void {
  origins.set(trx, origin)
}

const callers = new WeakMap<Trx, Noted>()

/** Says who calls, for what is deep within a transaction and does not know. */
export function noteCaller(trx: Trx, caller: Noted): void {
  callers.set(trx, caller)
}

/** `noteAudit` by whoever calls. Whoever holds a signed address is unknown. */
export function noteByCaller(trx: Trx, workspaceId: string, note: Note, at: Date): void {
  noteAudit(trx, callers.get(trx) ?? { workspaceId, userId: null, name: '', isUnknown: true }, note, at)
}

/**
 * Notes in the workspace's audit log what somebody did, in the transaction of what they did. Changes need no note: their
 * event is one (`appendEvents`).
 */
export function noteAudit(trx: Trx, who: Noted, { action, record, detail = {}, personal = {} }: Note, at: Date): void {
  const drafts = draftsOf(trx)
  drafts.set(`${action} ${drafts.size}`, {
    workspaceId: who.workspaceId,
    at,
    action,
    actor: actorOf(who),
    record: record ?? null,
    recordIds: null,
    changes: {},
    values: Object.fromEntries(Object.entries(personal).map(([name, to]) => [name, { to: to as Json }])),
    detail: detail as Record<string, Json>,
  })
}

/** Notes changes. What one command does to many records is one entry, with what is the same for all of them. */
export function noteChanges(trx: Trx, who: Noted, changes: Told[], at: Date): void {
  const drafts = draftsOf(trx)
  const by = { workspaceId: who.workspaceId, actor: actorOf(who), at }
  for (const change of changes) noteChange(drafts, by, change)
}

function actorOf({ userId, name, isApiKey, role, isUnknown }: Noted): AuditActor {
  if (role === 'recipient') return { kind: 'recipient', id: null, name }
  if (isUnknown) return { kind: 'nobody', id: null, name }
  if (userId === null) return { kind: 'system', id: null, name }
  if (userId === operatorId) return { kind: 'operator', id: null, name }
  return { kind: isApiKey ? 'api_key' : 'member', id: userId, name }
}

function draftsOf(trx: Trx): Map<string, AuditDraft> {
  const known = notes.get(trx)
  if (known) return known
  const drafts = new Map<string, AuditDraft>()
  notes.set(trx, drafts)
  beforeCommit(trx, () => writeAll(trx, [...drafts.values()]))
  return drafts
}

/** Writes each workspace's entries in that workspace. Most transactions work in one, and are in it now. */
async function writeAll(trx: Trx, drafts: AuditDraft[]): Promise<void> {
  const workspaces = Map.groupBy(drafts, ({ workspaceId }) => workspaceId)
  for (const [workspaceId, ofWorkspace] of workspaces) {
    if (workspaces.size > 1) await setWorkspace(trx, workspaceId)
    await write(trx, ofWorkspace)
  }
}

async function write(trx: Trx, drafts: AuditDraft[]): Promise<void> {
  if (!drafts.length) return
  const rows = drafts.map((draft) => rowOf(draft, origins.get(trx)))
  const of = (column: keyof (typeof rows)[number]) => rows.map((row) => row[column])
  const json = (column: 'changes' | 'detail' | 'sealed' | 'opened') => rows.map((row) => JSON.stringify(row[column]))
  await sql`
    insert into audit_notes (workspace_id, at, action, actor_kind, actor_id, record_kind, record_id, record_ids, changes,
      detail, request_id, sealed, opened, content_hash)
    select r.workspace_id, r.at, r.action, r.actor_kind, r.actor_id, r.record_kind, r.record_id, r.record_ids::uuid[],
      r.changes::jsonb, r.detail::jsonb, r.request_id, r.sealed::jsonb, r.opened::jsonb, r.content_hash
    from unnest(${of('workspace_id')}::uuid[], ${of('at')}::timestamptz[], ${of('action')}::text[],
        ${of('actor_kind')}::text[], ${of('actor_id')}::uuid[], ${of('record_kind')}::text[], ${of('record_id')}::uuid[],
        ${of('record_ids')}::text[], ${json('changes')}::text[], ${json('detail')}::text[], ${of('request_id')}::text[],
        ${json('sealed')}::text[], ${json('opened')}::text[], ${of('content_hash')}::text[])
      as r(workspace_id, at, action, actor_kind, actor_id, record_kind, record_id, record_ids, changes, detail,
        request_id, sealed, opened, content_hash)`.execute(trx)
}
