import { sql } from 'kysely'
import { bytesToHex } from '@noble/hashes/utils.js'
import { growRoot, leafHashOf, type Leaf, type LogEntry } from '#domain/chain/log.ts'
import { growPath } from '#domain/chain/merkle.ts'
import type { CustodyFile } from '#domain/road/custody-file.ts'
import type { Db, Trx } from '../../db/connect.ts'

/** Workspaces whose histories grew since they were last signed, and that were not signed on this day. */
export async function workspacesToSign(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from workspaces_to_sign(${day})`.execute(db)
  return rows.map(({ workspace_id }) => workspace_id)
}

/** The newest entry of the workspace's log. */
export function lastLogEntry(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('custody_log')
    .select(['number', 'day', 'hash'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Entries of the log after `number`, in order. */
export function readLog(trx: Trx, workspaceId: string, number: number, limit: number): Promise<LogEntry[]> {
  return trx
    .selectFrom('custody_log')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
}

type Place = { subject: string; subject_id: string }

/** Heads as they were last signed, by subject and id. */
export async function readSignedHeads(trx: Trx, workspaceId: string, after: Place | undefined, limit: number) {
  let heads = trx
    .selectFrom('chain_heads')
    .select(['subject', 'subject_id', 'signed_length as length', 'signed_hash as hash'])
    .where('workspace_id', '=', workspaceId)
    .where('signed_length', '>', 0)
  if (after) heads = heads.where(sql<boolean>`(subject, subject_id) > (${after.subject}, ${after.subject_id}::uuid)`)
  return (await heads.orderBy('subject').orderBy('subject_id').limit(limit).execute()) as Leaf[]
}

/** The heads of these deliveries as they were last signed. */
export function readSignedAmong(trx: Trx, workspaceId: string, ids: string[]): Promise<Leaf[]> {
  return trx
    .selectFrom('chain_heads')
    .select(['subject', 'subject_id', 'signed_length as length', 'signed_hash as hash'])
    .where('workspace_id', '=', workspaceId)
    .where('subject', '=', 'delivery')
    .where(sql<boolean>`subject_id = any(${ids}::uuid[])`)
    .where('signed_length', '>', 0)
    .execute() as Promise<Leaf[]>
}

/** Leaves of the log, by entry, subject and id. */
export function readLeaves(
  trx: Trx,
  workspaceId: string,
  after: (Place & { number: number }) | undefined,
  limit: number,
) {
  let leaves = trx
    .selectFrom('custody_leaves')
    .select(['number', 'subject', 'subject_id', 'length', 'hash'])
    .where('workspace_id', '=', workspaceId)
  if (after) {
    leaves = leaves.where(
      sql<boolean>`(number, subject, subject_id) > (${after.number}, ${after.subject}, ${after.subject_id}::uuid)`,
    )
  }
  return leaves.orderBy('number').orderBy('subject').orderBy('subject_id').limit(limit).execute()
}

/** The next chains of deliveries: their ids, and their heads as far as there are any. */
export async function readDeliveryHeads(trx: Trx, workspaceId: string, after: string | undefined, limit: number) {
  // From the entries too, so that a chain whose head was removed is not left out.
  const { rows } = await sql<{ subject_id: string; length: number | null; hash: string | null }>`
    select i.id as subject_id, h.length, h.hash from (
      select id from deliveries where workspace_id = ${workspaceId} and (${after ?? null}::uuid is null or id > ${after ?? null})
      union
      select subject_id from chain_heads where workspace_id = ${workspaceId} and subject = 'delivery'
        and (${after ?? null}::uuid is null or subject_id > ${after ?? null})
      order by 1 limit ${limit}) i
    left join chain_heads h on h.workspace_id = ${workspaceId} and h.subject = 'delivery' and h.subject_id = i.id
    order by 1`.execute(trx)
  return rows
}

/** The path from the head of a delivery's history, as it was last signed, to the root of the newest entry of the log. */
export async function readSignedPath(trx: Trx, workspaceId: string, id: string): Promise<CustodyFile['signed']> {
  const last = await lastLogEntry(trx, workspaceId)
  if (!last) return null
  const [log] = await readLog(trx, workspaceId, last.number - 1, 1)
  const { rows } = await sql<{ index: number; length: number; hash: string }>`
    select h.signed_length as length, h.signed_hash as hash, (
      select count(*)::int from chain_heads o where o.workspace_id = h.workspace_id and o.signed_length > 0
        and (o.subject, o.subject_id) < (h.subject, h.subject_id)) as index
    from chain_heads h
    where h.workspace_id = ${workspaceId} and h.subject = 'delivery' and h.subject_id = ${id} and h.signed_length > 0`.execute(
    trx,
  )
  const own = rows[0]
  if (!own) return null
  const { index, length, hash } = own
  const [path, tree] = [growPath(index, log!.chains), growRoot()]
  for (let heads = await readSignedHeads(trx, workspaceId, undefined, headsAtOnce); heads.length;) {
    for (const head of heads) {
      path.add(leafHashOf(head))
      tree.add(head)
    }
    heads = await readSignedHeads(trx, workspaceId, heads.at(-1), headsAtOnce)
  }
  // Signed anew in the meantime: whoever asks again gets the newer root.
  if (tree.root() !== log!.root) return null
  const leaf = { subject: 'delivery', subject_id: id, length, hash }
  return { log: log!, leaf, index, path: path.path().map(bytesToHex) }
}

const headsAtOnce = 10_000

/** What phones signed about a delivery: entries that name it, and those that its history names. */
export async function readLogged(trx: Trx, workspaceId: string, deliveryId: string, named: string[]) {
  const entries = await trx
    .selectFrom('road_entries')
    .select(['id', 'device_id', 'sequence', 'kind', 'at', 'clock_offset_ms', 'fix', 'data', 'previous_hash', 'hash'])
    .select(['signature', 'erased_at', 'fix_removed_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(delivery_id = ${deliveryId} or id = any(${named}::uuid[]))`)
    .orderBy('device_id')
    .orderBy('sequence')
    .execute()
  const devices = await trx
    .selectFrom('driver_devices')
    .select(['id', 'public_key', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${entries.map(({ device_id }) => device_id)}::uuid[])`)
    .orderBy('id')
    .execute()
  return { entries, devices }
}

/** The photos that phones signed of a delivery. */
export function readSignedPhotos(trx: Trx, workspaceId: string, deliveryId: string) {
  return trx
    .selectFrom('photos')
    .select(['id', 'sha256', 'bytes', 'media_type', 'taken_at', 'state', 'original_sha256'])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('taken_at')
    .orderBy('id')
    .execute()
}

export function readName(trx: Trx, workspaceId: string): Promise<{ name: string }> {
  return trx.selectFrom('workspaces').select('name').where('id', '=', workspaceId).executeTakeFirstOrThrow()
}
