import { hash as digestOf, randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Json } from '#domain/chain/canonical-json.ts'
import { entryHash, type Entry, type EntryContent } from '#domain/chain/entry.ts'
import { actorSeal, sealAll, type ActorValue } from '#domain/chain/seal.ts'
import type { Trx } from './connect.ts'
import { mapInTurns } from './in-turns.ts'

/** What is to be appended to the chain of one subject. */
export type Draft = {
  subject_id: string
  kind: string
  /** Fields that changed, with their new values. */
  changes: Record<string, Json>
  /** Personal fields that changed: they enter as salted hashes. */
  personal: Record<string, Json>
  detail: Record<string, Json>
}

/** What all drafts of a call share. `subject` names the kind of thing that the chains are about. */
export type Appending = { workspaceId: string; subject: 'delivery'; actor: ActorValue; at: Date }

/** The heads of these chains, by the id of their subjects. */
export async function readHeads(trx: Trx, { workspaceId, subject }: Omit<Appending, 'actor' | 'at'>, ids: string[]) {
  if (!ids.length) return new Map<string, never>()
  const rows = await trx
    .selectFrom('chain_heads')
    .select(['subject_id', 'length', 'hash', 'is_whole'])
    .where('workspace_id', '=', workspaceId)
    .where('subject', '=', subject)
    .where(sql<boolean>`subject_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ subject_id, ...head }) => [subject_id, head]))
}

type Heads = Map<string, { length: number; hash: string }>
type Moving = RawBuilder<unknown>

/**
 * Makes the next entries of chains, several of one chain in their order, and the insert that moves the chains' heads. The
 * caller stores the entries along with it, and holds a lock for each subject, so that nobody else appends.
 * @param known the chains' heads, as `readHeads` gave them in this transaction
 */
export async function extendChains(
  appending: Appending,
  drafts: Draft[],
  known: Heads,
): Promise<{ entries: Entry[]; moving: Moving }> {
  const { workspaceId, subject, actor, at } = appending
  const heads: Heads = new Map()
  const entries = await mapInTurns(drafts, ({ subject_id, kind, changes, personal, detail }): Entry => {
    const head = heads.get(subject_id) ?? known.get(subject_id)
    const { sealed, opened } = sealAll({ [actorSeal]: actor, ...personal }, salt, sha256)
    const content: EntryContent = {
      format: 2,
      workspace_id: workspaceId,
      subject,
      subject_id,
      sequence: (head?.length ?? 0) + 1,
      kind,
      at: at.toISOString(),
      changes,
      sealed,
      detail,
      previous_hash: head?.hash ?? null,
    }
    const hash = entryHash(content, sha256)
    heads.set(subject_id, { length: content.sequence, hash })
    return { ...content, hash, opened }
  })
  const moved = [...heads]
  const orMove = sql`on conflict (workspace_id, subject, subject_id) do update
      set length = excluded.length, hash = excluded.hash, is_whole = true`
  // Those written now say every field, or come after an entry that does.
  const moving = sql`
    insert into chain_heads (workspace_id, subject, subject_id, length, hash, is_whole)
    select ${workspaceId}, ${subject}, r.subject_id, r.length, r.hash, true
    from unnest(${moved.map(([id]) => id)}::uuid[], ${moved.map(([, { length }]) => length)}::integer[],
      ${moved.map(([, { hash }]) => hash)}::text[]) as r(subject_id, length, hash)
    ${known.size ? orMove : sql``}`
  return { entries, moving }
}

const saltBytes = 16
let spare = Buffer.alloc(0)

/** 128 random bits. Many are drawn at once, because each draw takes longer than what it returns. */
function salt(): string {
  if (spare.length < saltBytes) spare = randomBytes(saltBytes * 1024)
  const taken = spare.subarray(0, saltBytes)
  spare = spare.subarray(saltBytes)
  return taken.toString('base64url')
}

const sha256 = (text: string): string => digestOf('sha256', text)
