import { sql, type Kysely } from 'kysely'

/** What a dispatcher wants to stay as it is on a route. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table routes add column locks text[] not null default '{}' check (locks <@ '{order,driver,route}')`)
    .execute(db)
}
