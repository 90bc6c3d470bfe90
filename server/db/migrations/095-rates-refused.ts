import { sql, type Kysely } from 'kysely'

/** Why a shop did not let Karta answer its checkout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table shop_syncs add column rates_failure text').execute(db)
}
