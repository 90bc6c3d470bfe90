import { sql, type Kysely } from 'kysely'

/** Which attempt an event is of. A recipient who was told of a failed attempt is told of the next one too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table notification_outbox drop column previous_status, add column attempt integer not null default 1`)
    .execute(db)
}
