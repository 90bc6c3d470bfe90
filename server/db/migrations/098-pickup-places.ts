import { sql, type Kysely } from 'kysely'

/** Kitchens and shops where orders are picked up: how far they are with each, and its pickup slot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table pickup_places (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  client_id uuid,
  name text not null,
  address text not null,
  aliases text[] not null default '{}',
  lat double precision not null,
  lng double precision not null,
  week jsonb not null,
  preparation_minutes integer not null check (preparation_minutes >= 0),
  slot_minutes integer check (slot_minutes in (5, 10, 15, 30)),
  slot_orders integer check (slot_orders > 0),
  service_minutes double precision not null check (service_minutes >= 0),
  parking text,
  contact_name text,
  contact_phone text,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (workspace_id, id),
  foreign key (workspace_id, client_id) references clients (workspace_id, id),
  check ((slot_minutes is null) = (slot_orders is null))
);
create unique index pickup_places_name on pickup_places (workspace_id, lower(name));
create trigger raise_version before update on pickup_places for each row execute function raise_version();

alter table deliveries
  add pickup_place_id uuid,
  add preparation_minutes integer check (preparation_minutes >= 0),
  add foreign key (workspace_id, pickup_place_id) references pickup_places (workspace_id, id);
create index deliveries_at_pickup_place on deliveries (workspace_id, pickup_place_id, scheduled_date)
  where pickup_place_id is not null;

create table preparations (
  delivery_id uuid primary key references deliveries on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  pickup_place_id uuid not null,
  state text not null default 'new' check (state in ('new', 'accepted', 'preparing', 'ready', 'picked_up')),
  ordered_at timestamptz not null,
  -- What was usual at the place when it was ordered.
  usual_minutes integer not null,
  planned_ready_at timestamptz not null,
  ready_at timestamptz not null,
  slot_at timestamptz,
  slot_ends_at timestamptz,
  -- What the order said itself about its pickup, and what it says instead.
  asked jsonb not null,
  derived jsonb not null,
  accepted_at timestamptz,
  preparing_at timestamptz,
  made_ready_at timestamptz,
  picked_up_at timestamptz,
  version integer not null default 1,
  foreign key (workspace_id, pickup_place_id) references pickup_places (workspace_id, id) on delete cascade,
  check ((slot_at is null) = (slot_ends_at is null))
);
create index preparations_slot on preparations (workspace_id, pickup_place_id, slot_at);
create trigger raise_version before update on preparations for each row execute function raise_version();

alter table delivery_events
  drop constraint delivery_events_kind,
  add constraint delivery_events_kind check
  (kind in ('created', 'recorded', 'updated', 'status_changed', 'corrected', 'deleted', 'restored', 'erased', 'loaded',
    'missing', 'scanned', 'proved', 'measured', 'photo_checked', 'handed_over', 'taken_over', 'returned', 'excursion',
    'prepared', 'preferred', 'rated', 'wrote'));
`
