import { sql, type Kysely } from 'kysely'

/** In how many territories the stops of a driver's route may lie. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table drivers add max_territories integer`.execute(db)
}
