/*
 * The tables that `events` consists of (decision 86). Span 3 holds the events of the batches with the numbers from 3 * 2^32.
 * A span begins when the numbers that batches are given jump to its first one, so no clock decides where an event belongs.
 */
const bits = 32

/** The lowest number of a batch of a span. */
export const firstOfSpan = (span: number): string => (BigInt(span) << BigInt(bits)).toString()

/** Whoever changes the tables does not make the log wait for long, such as behind a backup: it rather comes back later. */
const asKeeper = `security definer set search_path = public, pg_temp set lock_timeout = '500ms'`
const alone = `perform pg_advisory_xact_lock(hashtext('karta keeps event spans'))`
/** The span of the newest batches. */
const current = `(select (s.last_value >> ${bits})::integer from event_batches_id_seq s)`

export const eventSpanFunctions: Record<string, string> = {
  /*
   * Makes the table of the next span ahead, and those of events that have none, such as after a restore. They are made apart
   * and then attached, so that nobody waits while events move. Returns how many.
   */
  make_event_spans: `create function make_event_spans() returns integer language plpgsql volatile ${asKeeper} as $$
    declare
      made integer := 0;
      each record;
    begin
      ${alone};
      for each in
        select w.span, format('span_%s', w.span) as name,
            case w.span when 0 then 'minvalue' else (w.span::bigint << ${bits})::text end as first,
            (w.span + 1)::bigint << ${bits} as next
          from (select ${current} + n as span from generate_series(0, 1) n
            union select (o.batch_id >> ${bits})::integer from event_spans.other o) w
          where to_regclass(format('event_spans.span_%s', w.span)) is null order by 1
      loop
        execute format('create table event_spans.%I (like events including defaults including constraints including indexes)', each.name);
        execute format('alter table event_spans.%I enable row level security,
          alter column data set statistics 0, alter column previous set statistics 0', each.name);
        lock table event_spans.other in share row exclusive mode;
        execute format('with gone as (delete from event_spans.other where batch_id >> ${bits} = %s returning *)
          insert into event_spans.%I select * from gone', each.span, each.name);
        execute format('alter table events attach partition event_spans.%I for values from (%s) to (%s)',
          each.name, each.first, each.next);
        execute format('comment on table event_spans.%I is %L', each.name, now());
        made := made + 1;
      end loop;
      if made > 0 then
        -- The planner needs to know of the log as a whole, which autovacuum does not look at.
        analyze events;
      end if;
      return made;
    exception when lock_not_available then
      return 0;
    end $$`,

  /*
   * Begins the next span once the running one is so many days old. Its table must have been there for longer than a
   * statement may run: one that began before would not know it. Returns whether it did.
   */
  begin_event_span: `create function begin_event_span(days integer) returns boolean language plpgsql volatile ${asKeeper} as $$
    declare
      next integer := ${current} + 1;
      made timestamptz := obj_description(to_regclass(format('event_spans.span_%s', next)), 'pg_class')::timestamptz;
      begun timestamptz := obj_description(to_regclass(format('event_spans.span_%s', next - 1)), 'pg_class')::timestamptz;
    begin
      ${alone};
      if made is null or made between now() - interval '2 minutes' and now() + interval '2 minutes'
        -- One that begins in the future began while the clock was wrong.
        or begun between now() - make_interval(days => days) and now() + interval '1 day'
      then
        return false;
      end if;
      execute format('comment on table event_spans.%I is %L', format('span_%s', next), now());
      perform setval('event_batches_id_seq', next::bigint << ${bits});
      return true;
    exception when lock_not_available then
      return false;
    end $$`,

  /*
   * Drops the tables of spans that are over and of which every batch was forgotten, in all workspaces. One that is in use
   * stays for the next time. Returns how many went.
   */
  drop_event_spans: `create function drop_event_spans() returns integer language plpgsql volatile ${asKeeper} as $$
    declare
      gone integer := 0;
      each record;
      is_kept boolean;
    begin
      ${alone};
      for each in
        select s.span, s.span::bigint << ${bits} as first, (s.span + 1)::bigint << ${bits} as next
          from (select substr(c.relname, 6)::integer as span from pg_class c
            where c.relnamespace = 'event_spans'::regnamespace and c.relkind = 'r' and c.relname ~ '^span_\\d+$') s
          where s.span < ${current} order by 1
      loop
        for attempt in 1..2 loop
          select exists (select from workspaces w cross join lateral (select from event_batches b
            where b.workspace_id = w.id and b.id >= each.first and b.id < each.next limit 1) b) into is_kept;
          exit when is_kept or attempt = 2;
          -- Once more when nobody can be adding to it.
          lock table only events in access exclusive mode;
          execute format('lock table event_spans.%I in access exclusive mode', format('span_%s', each.span));
        end loop;
        continue when is_kept;
        execute format('drop table event_spans.%I', format('span_%s', each.span));
        gone := gone + 1;
      end loop;
      return gone;
    exception when lock_not_available then
      return 0;
    end $$`,
}
