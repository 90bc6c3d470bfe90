import { sql, type Kysely } from 'kysely'

/** The sites of shops that show the slots of a workspace in their pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table slot_settings add column shop_origins text[] not null default '{}'`).execute(db)
}
