import { sql, type Kysely } from 'kysely'

/** The time that drivers need before today's routes start, and which chosen drivers a plan did without. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column get_ready_minutes double precision not null default 10`.execute(db)
  await sql`alter table plans add column unused_drivers jsonb not null default '[]'`.execute(db)
}
