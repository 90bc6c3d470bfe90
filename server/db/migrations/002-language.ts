import { sql, type Kysely } from 'kysely'

/** How a workspace writes dates, times and numbers. Until now it was British for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column language text not null default 'en-GB'`.execute(db)
}
