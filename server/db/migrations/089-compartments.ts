import { sql, type Kysely } from 'kysely'

/** Parts of vehicles with temperatures of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table vehicles add compartments jsonb not null default '[]'`).execute(db)
}
