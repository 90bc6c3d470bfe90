import { sql, type Kysely } from 'kysely'

/** What drivers' phones say: devices, their logs, shifts, checks of vehicles, and how far stops and parcels are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    -- Ids come from devices, so they are unique within a workspace only: nobody learns of others by a conflict.
    create table driver_devices (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      driver_id uuid not null references drivers,
      name text not null,
      platform text not null,
      public_key jsonb not null,
      registered_at timestamptz not null,
      last_seen_at timestamptz,
      last_sequence integer not null default 0,
      last_hash text,
      -- When the last entry of its log happened; the next one did not happen before.
      last_happened_at timestamptz,
      revoked_at timestamptz,
      revoked_by text,
      version integer not null default 1,
      primary key (workspace_id, id)
    );
    create index driver_devices_driver on driver_devices (workspace_id, driver_id);

    create table road_entries (
      workspace_id uuid not null references workspaces on delete cascade,
      device_id uuid not null,
      sequence integer not null,
      id uuid not null,
      driver_id uuid not null,
      kind text not null,
      -- As the phone's clock said, and what to add to it.
      at text not null,
      clock_offset_ms bigint,
      happened_at timestamptz not null,
      received_at timestamptz not null,
      -- As they were signed, and so not jsonb: null once they are erased.
      fix json,
      data json,
      previous_hash text,
      hash text not null,
      signature text not null,
      outcome text not null check (outcome in ('applied', 'conflict', 'kept', 'refused')),
      code text,
      -- Came from a device that was revoked, and waits for a dispatcher.
      held boolean not null default false,
      delivery_id uuid,
      undone_by uuid,
      -- What a later entry needs to undo it.
      before jsonb,
      erased_at timestamptz,
      primary key (workspace_id, device_id, sequence),
      foreign key (workspace_id, device_id) references driver_devices (workspace_id, id) on delete cascade
    );
    create index road_entries_id on road_entries (workspace_id, id);
    create index road_entries_delivery on road_entries (workspace_id, delivery_id) where delivery_id is not null;
    create index road_entries_driver on road_entries (workspace_id, driver_id, happened_at);
    create index road_entries_held on road_entries (workspace_id, device_id, sequence) where held;

    create table shifts (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      driver_id uuid not null references drivers,
      device_id uuid,
      vehicle_id uuid references vehicles,
      started_at timestamptz not null,
      ended_at timestamptz,
      on_break_since timestamptz,
      break_stop_id uuid,
      odometer_km double precision,
      version integer not null default 1,
      primary key (workspace_id, id)
    );
    create index shifts_driver on shifts (workspace_id, driver_id, started_at);
    create index shifts_open on shifts (workspace_id, driver_id) where ended_at is null;

    create table vehicle_checks (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      vehicle_id uuid not null references vehicles,
      driver_id uuid not null references drivers,
      checked_at timestamptz not null,
      odometer_km double precision,
      fuel_percent double precision,
      defects jsonb not null default '[]',
      photos jsonb not null default '[]',
      -- Whether a defect keeps the vehicle from driving, until somebody says that it was mended.
      is_blocking boolean not null,
      mended_at timestamptz,
      mended_by text,
      version integer not null default 1,
      primary key (workspace_id, id)
    );
    create index vehicle_checks_vehicle on vehicle_checks (workspace_id, vehicle_id, checked_at desc);
    create index vehicle_checks_blocking on vehicle_checks (workspace_id, vehicle_id)
      where is_blocking and mended_at is null;

    -- How far a stop is. Stops move between routes and come and go with changes of a plan, so nothing refers to them.
    create table stop_progress (
      workspace_id uuid not null references workspaces on delete cascade,
      stop_id uuid not null,
      delivery_id uuid,
      driver_id uuid not null,
      departed_at timestamptz,
      arrived_at timestamptz,
      arrived_by text,
      done_at timestamptz,
      skipped_at timestamptz,
      primary key (workspace_id, stop_id)
    );
    create index stop_progress_delivery on stop_progress (workspace_id, delivery_id);

    create table parcel_progress (
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid not null references deliveries on delete cascade,
      index integer not null,
      loaded text check (loaded in ('loaded', 'missing')),
      loaded_at timestamptz,
      ended text check (ended in ('delivered', 'refused', 'damaged', 'missing')),
      note text,
      primary key (workspace_id, delivery_id, index)
    );

    create table road_settings (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      phone text,
      requirements text[] not null default '{}',
      ask_name boolean not null default false,
      photo_of_failure boolean not null default true,
      keep_originals boolean not null default false,
      check_vehicle boolean not null default true,
      scan_at_loading text not null default 'ask' check (scan_at_loading in ('off', 'ask', 'must')),
      may_reorder boolean not null default true,
      may_skip boolean not null default true,
      may_add_stops boolean not null default true,
      may_hand_over boolean not null default true,
      arrival_radius_m integer not null default 120,
      far_from_pin_m integer not null default 250,
      late_after_minutes integer not null default 10,
      silent_after_minutes integer not null default 10,
      keep_positions_days integer not null default 90,
      version integer not null default 1
    );`,
    )
    .execute(db)
}
