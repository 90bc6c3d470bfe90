-- Deliveries and their history.

-- Spellings of one address that differ only in case, spaces and punctuation have the same key.
create function address_key(address text) returns text language sql immutable parallel safe
  return trim(regexp_replace(lower(address), '[[:space:][:punct:]]+', ' ', 'g'));

create table deliveries (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  number integer not null,
  reference text,
  source text not null check (source in ('manual', 'csv', 'api', 'sample')),
  status text not null default 'pending' check (status in
    ('pending', 'planned', 'dispatched', 'in_transit', 'arrived', 'delivered', 'failed', 'cancelled')),
  pickup_address text,
  delivery_address text not null,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  recipient_name text,
  recipient_phone text,
  recipient_email text,
  scheduled_date date not null,
  scheduled_time timestamptz,
  window_start time,
  window_end time,
  service_minutes double precision not null,
  weight_kg double precision not null default 0,
  volume_l double precision not null default 0,
  priority smallint not null default 2 check (priority between 1 and 3),
  skills text[] not null default '{}',
  notes text,
  estimated_arrival timestamptz,
  driver_id uuid references drivers,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text generated always as (lower(
    number::text || ' ' || coalesce(reference, '') || ' ' || delivery_address || ' ' || coalesce(pickup_address, '') || ' ' ||
    coalesce(recipient_name, '') || ' ' || coalesce(recipient_phone, '') || ' ' || coalesce(recipient_email, '') || ' ' ||
    coalesce(notes, ''))) stored,
  address_key text generated always as (address_key(delivery_address)) stored,
  -- A delivery is a stop of every plan that ever had it; this is the route it is on now.
  route_id uuid,
  -- The driver somebody wants for it: one of the same workspace, since the key holds both.
  wanted_driver_id uuid,
  check ((lat is null) = (lng is null)),
  constraint deliveries_wanted_driver foreign key (workspace_id, wanted_driver_id)
    references drivers (workspace_id, id) on delete set null (wanted_driver_id)
);
create unique index deliveries_number on deliveries (workspace_id, number);
create unique index deliveries_reference on deliveries (workspace_id, source, reference) where deleted_at is null;
create index deliveries_day on deliveries (workspace_id, scheduled_date, number) where deleted_at is null;
create index deliveries_status on deliveries (workspace_id, status, number) where deleted_at is null;
-- For the sort orders of the list. By recipient in falling order the nulls are at the other end; that one has no index.
create index deliveries_by_recipient on deliveries (workspace_id, lower(recipient_name), number)
  where deleted_at is null;
create index deliveries_by_address on deliveries (workspace_id, lower(delivery_address), number)
  where deleted_at is null;
create index deliveries_by_priority on deliveries (workspace_id, priority, number) where deleted_at is null;
create index deliveries_address on deliveries (workspace_id, address_key, number)
  where deleted_at is null and lat is not null;
create index deliveries_route on deliveries (route_id) where route_id is not null;
create index deliveries_wanted_driver on deliveries (workspace_id, wanted_driver_id)
  where wanted_driver_id is not null;
-- When drivers are deleted with their workspace, this finds their deliveries.
create index deliveries_driver on deliveries (driver_id) where driver_id is not null;

create table delivery_events (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  delivery_id uuid not null references deliveries on delete cascade,
  kind text not null check (kind in ('created', 'updated', 'status_changed', 'deleted', 'restored')),
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  detail jsonb not null default '{}',
  previous_hash text,
  hash text not null
);
create unique index delivery_events_chain on delivery_events (delivery_id, previous_hash) nulls not distinct;
-- For the data a person downloads about what they did.
create index delivery_events_actor on delivery_events (workspace_id, actor_id, at);
