import { sql, type Kysely } from 'kysely'

/** Mail for orders that went to the address of no workspace: how much, and when the last came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table site.mail_in add column strays integer not null default 0, add column last_stray_at timestamptz')
    .execute(db)
}
