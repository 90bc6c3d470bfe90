import { sql, type Kysely } from 'kysely'

/** American spelling: what was called learnt is learned. Entries of the audit log stay as they were sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table learnt_places rename to learned_places;
    alter index learnt_places_suggested rename to learned_places_suggested;
    alter index learnt_places_stale rename to learned_places_stale;

    alter table planning_settings rename column learnt_by_itself to learned_by_itself;
    alter table planning_settings rename column learnt_after_visits to learned_after_visits;
    alter table planning_settings drop constraint planning_settings_traffic_from_check;
    update planning_settings set traffic_from = 'learned' where traffic_from = 'learnt';
    alter table planning_settings
      add constraint planning_settings_traffic_from_check check (traffic_from in ('steps', 'learned'));

    do $$
      declare
        it record;
      begin
        for it in select conrelid::regclass as owner, conname from pg_constraint where conname like '%learnt%' loop
          execute format('alter table %s rename constraint %I to %I', it.owner, it.conname,
            replace(it.conname, 'learnt', 'learned'));
        end loop;
      end $$;

    update events set
        type = replace(type, 'learnt_', 'learned_'),
        subject_kind = replace(subject_kind, 'learnt_', 'learned_'),
        data = replace(data::text, '"learnt', '"learned')::json,
        previous = replace(previous::text, '"learnt', '"learned')::json
      where subject_kind in ('learnt_place', 'planning_settings');`,
    )
    .execute(db)
}
