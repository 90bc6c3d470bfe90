import { sql } from 'kysely'
import { inOneStatement, type Db } from '../../db/connect.ts'

const batchesAtOnce = 500

/** Forgets events that are older than a moment, in all workspaces, a few at a time. */
export async function forgetEvents(db: Db, olderThan: Date): Promise<void> {
  for (let forgotten = batchesAtOnce; forgotten === batchesAtOnce;) {
    const { rows } = await sql<{ forgotten: number }>`
      select forget_events(${olderThan}, ${batchesAtOnce}) as forgotten`.execute(db)
    forgotten = rows[0]!.forgotten
  }
}

/**
 * Makes tables of the log ahead, begins the next one once the running one is so many days old, and drops those of which
 * every event was forgotten.
 */
export async function keepSpans(db: Db, days: number): Promise<void> {
  await sql`select make_event_spans()`.execute(inOneStatement(db))
  await sql`select begin_event_span(${days}::integer)`.execute(inOneStatement(db))
  await sql`select drop_event_spans()`.execute(inOneStatement(db))
}
