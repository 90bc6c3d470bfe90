import { sql, type Kysely } from 'kysely'
import { whileNobodyWorks } from '../while-nobody-works.ts'

/**
 * Events by spans of the numbers of their batches, so that old ones go with their table (decision 86). The table of before
 * becomes the first span as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create schema event_spans;
    -- A start makes those that are still wanted anew, on the new table.
    do $$
    declare
      each text;
    begin
      for each in
        select format('drop policy %I on events', polname) from pg_policy where polrelid = 'events'::regclass
        union all
        select format('drop trigger %I on events', tgname) from pg_trigger where tgrelid = 'events'::regclass and not tgisinternal
      loop
        execute each;
      end loop;
      if not exists (select from pg_constraint where conrelid = 'events'::regclass and conname = '${firstSpan}') then
        alter table events add constraint ${firstSpan} ${isInFirstSpan};
      end if;
    end $$;
    alter table events set schema event_spans;
    alter table event_spans.events rename to span_0;
    alter table event_spans.span_0 rename constraint events_pkey to span_0_pkey;
    alter index event_spans.events_subject rename to span_0_subject_id_idx;

    create table events (like event_spans.span_0 including defaults including constraints) partition by range (batch_id);
    alter table events drop constraint ${firstSpan}, add primary key (workspace_id, batch_id, index),
      alter column data set statistics 0, alter column previous set statistics 0;
    create index events_subject on events (subject_id);
    alter table events attach partition event_spans.span_0 for values from (minvalue) to (4294967296);
    alter table event_spans.span_0 drop constraint ${firstSpan};
    -- What has no span of its own, such as after a restore.
    create table event_spans.other partition of events default;
    alter table event_spans.other enable row level security,
      alter column data set statistics 0, alter column previous set statistics 0;
    create trigger note_pushed after insert on events for each row
      when (new.type in ('alert.raised', 'plan.dispatched', 'route.changed', 'message.sent'))
      execute function note_pushed_event();`,
    )
    .execute(db)
}

const firstSpan = 'events_first_span'
const isInFirstSpan = 'check (batch_id < 4294967296)'

/**
 * Proves of the events of an older Karta that they are of the first span, while its servers go on working with them. The
 * migration, for which they wait, then need not read any.
 */
export async function proveFirstSpan(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select k.conname is not null as "isThere" from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.conname = ${firstSpan}
    where c.oid = to_regclass('public.events') and c.relkind = 'r'`.execute(db)
  const [table] = rows
  if (!table) return
  if (!table.isThere) {
    await whileNobodyWorks(db, async (trx) => {
      await sql`alter table events add constraint ${sql.id(firstSpan)} ${sql.raw(isInFirstSpan)} not valid`.execute(trx)
    })
  }
  await sql`alter table events validate constraint ${sql.id(firstSpan)}`.execute(db)
}
