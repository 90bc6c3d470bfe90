import { sql, type Kysely } from 'kysely'

/** Places where a delivery may be handed over instead, and which of them a plan has chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add place_name text, add other_places jsonb not null default '[]'`.execute(db)
  await sql`alter table stops add other_place smallint`.execute(db)
}
