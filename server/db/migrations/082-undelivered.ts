import { sql, type Kysely } from 'kysely'

/** What was given up and is sent again is no longer undelivered. When a call was answered last is kept with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table webhook_calls add column answered_at timestamptz;
alter table webhook_calls drop constraint webhook_calls_state_check;
alter table webhook_calls add constraint webhook_calls_state_check
  check (state in ('waiting', 'sending', 'sent', 'undelivered', 'replayed'));
update webhook_calls c set answered_at = (select max(a.at) from webhook_answers a where a.call_id = c.id)
  where state in ('waiting', 'sending', 'undelivered') and attempts > 0`,
    )
    .execute(db)
}
