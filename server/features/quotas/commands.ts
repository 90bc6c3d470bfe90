import { sql } from 'kysely'
import { inTransaction, type Db } from '../../db/connect.ts'
import { bePatient } from '../../db/patience.ts'

/** Adds up what triggers wrote down, in all workspaces. */
export async function foldChanges(db: Db): Promise<void> {
  await sql`select fold_quota_changes()`.execute(db)
}

/** Counts what a workspace has anew. Returns the counts that were wrong, and by how much. */
export function recount(db: Db, workspaceId: string, now: Date): Promise<{ name: string; was_off_by: number }[]> {
  return inTransaction(db, async (trx) => {
    // A large workspace takes longer than any request may.
    await bePatient(trx, 'house')
    const { rows } = await sql<{ name: string; was_off_by: number }>`
      select * from recount_quotas(${workspaceId}, ${now})`.execute(trx)
    return rows
  })
}
