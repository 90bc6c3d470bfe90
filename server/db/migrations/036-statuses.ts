import { sql, type Kysely } from 'kysely'

/** When a delivery got its status, why it failed, and corrections of a wrong status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table deliveries
  add status_at timestamptz,
  add failure_reason text,
  add status_note text check (length(status_note) <= 500);
alter table delivery_events
  drop constraint delivery_events_kind,
  add constraint delivery_events_kind check
    (kind in ('created', 'recorded', 'updated', 'status_changed', 'corrected', 'deleted', 'restored', 'erased'));
`)
    .execute(db)
}
