import { sql } from 'kysely'
import { inObjectsScope, inOneStatement, type Db } from './connect.ts'
import { foreignKeyViolation } from './sqlstates.ts'

/*
 * Which contents the store of objects has. A content is claimed before its bytes are put in place, and its bytes are
 * removed while its row is being deleted. So whoever claims it meanwhile waits, and then puts them in place again.
 */

/** Says that a content is needed from now on. Its bytes may be put in place afterwards. */
export async function claimBlob(db: Db, { sha256, bytes }: { sha256: string; bytes: number }): Promise<void> {
  await sql`select storage.claim_blob(${sha256}, ${bytes})`.execute(inOneStatement(db))
}

const pageOfBlobs = 5000

/** The contents that nobody claimed for so long and that no row refers to. */
export async function* unusedBlobs(db: Db, graceSeconds: number): AsyncGenerator<string> {
  for (let after: string | null = ''; after !== null;) {
    const { rows } = await sql<{ last: string | null; unused: string[] }>`
      select * from storage.unused_blobs(${after}, ${graceSeconds}, ${pageOfBlobs})`.execute(inOneStatement(db))
    yield* rows[0]!.unused
    after = rows[0]!.last
  }
}

/** Of these contents, those without a row. */
export async function unknownBlobs(db: Db, hashes: string[]): Promise<string[]> {
  const rows = await inObjectsScope(db, (trx) =>
    trx.selectFrom('storage.blobs').select('sha256').where('sha256', 'in', hashes).execute(),
  )
  const known = new Set(rows.map(({ sha256 }) => sha256))
  return hashes.filter((sha256) => !known.has(sha256))
}

/** A backup holds this lock, shared, for as long as it reads: until then, no content is removed. */
export const collectingLock = `hashtext('karta removes objects')`

export type Collected = 'removed' | 'kept' | 'a backup is running'

/**
 * Removes a content that was not claimed for so long and that no row refers to. `remove` deletes its bytes. If it fails,
 * or the server crashes, the row stays and the next attempt starts over.
 */
export async function collectBlob(
  db: Db,
  sha256: string,
  { graceSeconds, remove }: { graceSeconds: number; remove: () => Promise<void> },
): Promise<Collected> {
  const collecting = inObjectsScope(db, async (trx): Promise<Collected> => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.raw(collectingLock)}) as free`.execute(trx)
    if (!rows[0]!.free) return 'a backup is running'
    const { numDeletedRows } = await trx
      .deleteFrom('storage.blobs')
      .where('sha256', '=', sha256)
      .where('touched_at', '<', sql<string>`now() - make_interval(secs => ${graceSeconds})`)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return 'kept'
    // The one place where a transaction waits for the outside world: the lock on this row must outlive the bytes.
    await remove()
    return 'removed'
  })
  return collecting.catch((error: { code?: string }) => {
    if (error.code === foreignKeyViolation) return 'kept'
    throw error
  })
}
