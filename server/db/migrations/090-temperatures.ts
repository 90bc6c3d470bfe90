import { sql, type Kysely } from 'kysely'

/** What compartments are kept at, and when they were out of range. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table temperature_readings (
      workspace_id uuid not null references workspaces on delete cascade,
      vehicle_id uuid not null references vehicles on delete cascade,
      -- Its name; empty for the whole vehicle.
      compartment text not null,
      read_at timestamptz not null,
      celsius double precision not null,
      source text not null check (source in ('sensor', 'file', 'hand')),
      received_at timestamptz not null,
      primary key (workspace_id, vehicle_id, compartment, read_at)
    );
    create index temperature_readings_vehicle on temperature_readings (vehicle_id);

    create table temperature_excursions (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      vehicle_id uuid not null references vehicles on delete cascade,
      compartment text not null,
      driver_id uuid references drivers on delete set null,
      temperature_min_c double precision,
      temperature_max_c double precision,
      began_at timestamptz not null,
      ended_at timestamptz,
      last_at timestamptz not null,
      lowest_c double precision not null,
      highest_c double precision not null,
      degree_minutes double precision not null,
      mean_kinetic_c double precision not null,
      -- Null while it is too short to tell anybody.
      told_at timestamptz,
      acknowledged_at timestamptz,
      acknowledged_by text,
      note text
    );
    create index temperature_excursions_newest on temperature_excursions (workspace_id, began_at desc, id desc);
    create index temperature_excursions_of on temperature_excursions (workspace_id, vehicle_id, compartment, began_at);
    create index temperature_excursions_untold on temperature_excursions (began_at)
      where told_at is null and ended_at is null;
    create index temperature_excursions_vehicle on temperature_excursions (vehicle_id);
    create index temperature_excursions_driver on temperature_excursions (driver_id);

    -- What was written into the histories of deliveries, so that it is written once.
    create table delivery_excursions (
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid not null references deliveries on delete cascade,
      began_at timestamptz not null,
      written jsonb not null,
      primary key (workspace_id, delivery_id, began_at)
    );
    create index delivery_excursions_delivery on delivery_excursions (delivery_id);

    do $$
    declare
      each record;
    begin
      for each in select conname as name from pg_constraint
        where conrelid = 'api_keys'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%scopes%'
      loop
        execute format('alter table api_keys drop constraint %I', each.name);
      end loop;
    end $$;
    alter table api_keys add constraint api_keys_scopes check
      (cardinality(scopes) > 0 and scopes <@ '{read,deliveries,planning,tracking,temperatures}');

    alter table road_settings add temperature_breach_minutes integer not null default 10
      check (temperature_breach_minutes between 0 and 1440);

    alter table delivery_events
      drop constraint delivery_events_kind,
      add constraint delivery_events_kind check
      (kind in ('created', 'recorded', 'updated', 'status_changed', 'corrected', 'deleted', 'restored', 'erased', 'loaded',
        'missing', 'scanned', 'proved', 'measured', 'photo_checked', 'handed_over', 'taken_over', 'returned', 'excursion',
        'preferred', 'rated', 'wrote'));`,
    )
    .execute(db)
}
