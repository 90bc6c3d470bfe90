import { sql } from 'kysely'
import { growRoot, logHash, signatureType, signedContent } from '#domain/chain/log.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { lastLogEntry, readSignedHeads } from './queries.ts'

const headsAtOnce = 10_000

/**
 * Adds the day's entry to the workspace's log: signs the heads of all its chains. Does nothing if the day has one, so any
 * number of servers may try.
 */
export async function signDay(
  trx: Trx,
  { keys }: Pick<Deps, 'keys'>,
  { workspaceId, day }: { workspaceId: string; day: string },
  now: Date,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('karta signs'), hashtext(${workspaceId}))`.execute(trx)
  const last = await lastLogEntry(trx, workspaceId)
  if (last && last.day >= day) return
  const number = (last?.number ?? 0) + 1
  // What the heads are now is what is signed. Entries that are written meanwhile are signed next time.
  await sql`
    with moved as (
      update chain_heads set signed_length = length, signed_hash = hash
      where workspace_id = ${workspaceId} and length > signed_length
      returning subject, subject_id, length, hash)
    insert into custody_leaves (workspace_id, number, subject, subject_id, length, hash)
    select ${workspaceId}, ${number}, subject, subject_id, length, hash from moved`.execute(trx)
  const { root, chains } = await rootOf(trx, workspaceId)
  const content = {
    workspace_id: workspaceId,
    number,
    day,
    at: now.toISOString(),
    chains,
    root,
    previous_hash: last?.hash ?? null,
  }
  const entry = { ...content, hash: logHash(content) }
  const { signature, publicKey } = keys.signRecord(signatureType, signedContent(entry))
  await trx
    .insertInto('custody_log')
    .values({ ...entry, signature, public_key: JSON.stringify(publicKey) })
    .execute()
}

/** The root over all signed heads, read in pages so that other requests have their turn. */
async function rootOf(trx: Trx, workspaceId: string): Promise<{ root: string; chains: number }> {
  const tree = growRoot()
  for (let heads = await readSignedHeads(trx, workspaceId, undefined, headsAtOnce); heads.length;) {
    for (const head of heads) tree.add(head)
    heads = await readSignedHeads(trx, workspaceId, heads.at(-1), headsAtOnce)
  }
  return { root: tree.root(), chains: tree.chains() }
}
