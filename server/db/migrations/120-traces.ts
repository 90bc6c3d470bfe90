import { sql, type Kysely } from 'kysely'

/** Searches are part of the trace of the request that asked for them, on whatever server they run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add traceparent text`.execute(db)
  await sql`alter table operations add traceparent text`.execute(db)
}
