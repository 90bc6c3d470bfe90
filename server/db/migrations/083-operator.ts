import { sql, type Kysely } from 'kysely'

/** Contact messages that the operator answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table site.contact_messages add answered_at timestamptz, add answered_by text').execute(db)
}
