import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

const batchesAtOnce = 500

/** Forgets events that are older than a moment, in all workspaces, a few at a time. */
export async function forgetEvents(db: Db, olderThan: Date): Promise<void> {
  for (let forgotten = batchesAtOnce; forgotten === batchesAtOnce;) {
    const { rows } = await sql<{ forgotten: number }>`
      select forget_events(${olderThan}, ${batchesAtOnce}) as forgotten`.execute(db)
    forgotten = rows[0]!.forgotten
  }
}
