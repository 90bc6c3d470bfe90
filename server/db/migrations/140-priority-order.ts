import { sql, type Kysely } from 'kysely'

/** In which order drivers bring deliveries of different priorities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table planning_settings add priority_order text not null default 'any'`.execute(db)
}
