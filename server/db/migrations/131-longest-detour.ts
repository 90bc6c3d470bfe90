import { sql, type Kysely } from 'kysely'

/** How much longer than the direct ride a delivery that is picked up on the way may be on board. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add max_detour_minutes double precision`.execute(db)
}
