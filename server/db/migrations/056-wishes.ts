import { sql, type Kysely } from 'kysely'

/** What recipients ask for, how they rate a delivery, and that it was they who did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table deliveries
      add column wishes jsonb,
      add column rating smallint check (rating between 1 and 5),
      add column rating_comment text,
      add column rated_at timestamptz;
    create index deliveries_rated on deliveries (workspace_id, rating, number) where rating is not null;

    alter table delivery_events
      drop constraint delivery_events_kind,
      add constraint delivery_events_kind check
        (kind in ('created', 'recorded', 'updated', 'status_changed', 'corrected', 'deleted', 'restored', 'erased', 'loaded',
          'missing', 'scanned', 'proved', 'measured', 'photo_checked', 'handed_over', 'taken_over', 'returned', 'preferred',
          'rated', 'wrote'));

    do $$
    declare
      each record;
    begin
      for each in select c.conrelid::regclass as of, c.conname as name from pg_constraint c
        where c.contype = 'c' and c.conrelid::regclass::text in ('events', 'audit_notes', 'audit_entries')
          and pg_get_constraintdef(c.oid) like '%actor_kind%'
      loop
        execute format('alter table %s drop constraint %I', each.of, each.name);
        execute format('alter table %s add constraint %I check (actor_kind in (
          ''member'', ''api_key'', ''operator'', ''system'', ''nobody'', ''recipient''))', each.of, each.name);
      end loop;
    end $$;`,
    )
    .execute(db)
}
