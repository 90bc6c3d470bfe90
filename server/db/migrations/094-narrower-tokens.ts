import { sql, type Kysely } from 'kysely'

/** An app may ask for an access token that may do less than it was allowed. Null: all that it was allowed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table auth.oauth_tokens add column scopes text[]').execute(db)
}
