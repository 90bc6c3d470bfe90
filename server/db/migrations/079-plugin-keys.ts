import { sql, type Kysely } from 'kysely'

/** With what the plugin of a WooCommerce shop signs its calls, sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table integrations add column plugin_secret bytea').execute(db)
}
