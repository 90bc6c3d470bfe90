import { sql, type Kysely } from 'kysely'

/** How fast vehicles drive in a territory, and at which hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table territories add speed jsonb`.execute(db)
}
