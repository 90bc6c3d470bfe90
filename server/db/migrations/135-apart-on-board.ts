import { sql, type Kysely } from 'kysely'

/** Pairs of tags whose goods are never on board at the same time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table planning_settings add keep_apart_on_board jsonb not null default '[]'`.execute(db)
}
