import { sql, type Kysely } from 'kysely'

/** Vehicles that are loaded and unloaded from one end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vehicles add last_in_first_out boolean not null default false`.execute(db)
}
