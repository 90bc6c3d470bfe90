import { sql, type Kysely } from 'kysely'

/** Goods that are brought from one depot to another before they are delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table transfers (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  number integer not null,
  state text not null default 'planned' check (state in ('planned', 'departed', 'arrived', 'canceled')),
  -- Of its departure, in the workspace's time zone.
  day date not null,
  from_depot_id uuid not null references depots,
  from_depot_name text not null,
  to_depot_id uuid not null references depots,
  to_depot_name text not null,
  carrier text,
  driver_id uuid references drivers,
  driver_name text,
  vehicle_id uuid references vehicles,
  vehicle_code text,
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  expected_at timestamptz not null,
  departed_at timestamptz,
  arrived_at timestamptz,
  canceled_at timestamptz,
  handling_minutes integer not null check (handling_minutes >= 0),
  note text,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (workspace_id, number),
  check (from_depot_id <> to_depot_id),
  check (departs_at < arrives_at),
  check (departed_at < arrived_at),
  check (carrier is null or driver_id is null)
);
create index transfers_departs on transfers (workspace_id, departs_at, id);
create index transfers_from on transfers (from_depot_id);
create index transfers_to on transfers (to_depot_id);
create index transfers_driver on transfers (driver_id) where driver_id is not null;
create index transfers_vehicle on transfers (vehicle_id) where vehicle_id is not null;
create trigger raise_version before update on transfers for each row execute function raise_version();

create table transfer_deliveries (
  workspace_id uuid not null references workspaces on delete cascade,
  transfer_id uuid not null references transfers on delete cascade,
  delivery_id uuid not null references deliveries on delete cascade,
  number integer not null,
  parcels integer not null,
  weight_kg double precision not null,
  volume_l double precision not null,
  units integer not null,
  loaded integer,
  received integer,
  -- Whether it left from the first depot before, and leaves from the second one because of this.
  moved_depot boolean not null,
  primary key (transfer_id, delivery_id)
);
create index transfer_deliveries_delivery on transfer_deliveries (delivery_id);

alter table depots add column handling_minutes integer not null default 30 check (handling_minutes >= 0);

alter table deliveries add column goods jsonb;
alter table deliveries add column goods_depot_id uuid generated always as ((goods ->> 'depot_id')::uuid) stored;
create index deliveries_goods_depot on deliveries (goods_depot_id) where goods_depot_id is not null;

alter table delivery_events
  drop constraint delivery_events_kind,
  add constraint delivery_events_kind check
    (kind in ('created', 'recorded', 'updated', 'status_changed', 'corrected', 'deleted', 'restored', 'erased', 'loaded',
      'missing', 'scanned', 'proved', 'measured', 'photo_checked', 'handed_over', 'taken_over', 'returned', 'excursion',
      'prepared', 'preferred', 'rated', 'wrote', 'transfer_added', 'transfer_removed', 'transfer_departed', 'transfer_arrived',
      'transfer_short', 'transfer_retimed', 'transfer_taken_back'))`,
    )
    .execute(db)
}
