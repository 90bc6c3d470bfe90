import { sql, type Kysely } from 'kysely'

/** What an hour from the middle of a route to one of its stops weighs, in percent of an hour of driving. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table planning_settings add compactness_percent integer`.execute(db)
}
