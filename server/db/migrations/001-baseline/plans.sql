-- Plans, their routes and stops.

create table plans (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  state text not null default 'queued' check (state in
    ('queued', 'optimizing', 'draft', 'approved', 'dispatched', 'cancelled', 'failed', 'discarded')),
  driver_ids uuid[] not null,
  time_limit_seconds integer not null,
  progress jsonb,
  totals jsonb,
  unassigned jsonb not null default '[]',
  failure text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index plans_workspace on plans (workspace_id, id);
create index plans_newest on plans (workspace_id, created_at desc, id desc);
create index plans_unfinished on plans (id) where state in ('queued', 'optimizing');
create index plans_day on plans (workspace_id, day);

create table routes (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  plan_id uuid not null references plans on delete cascade,
  position integer not null,
  driver_id uuid not null references drivers,
  driver_name text not null,
  vehicle_id uuid references vehicles,
  vehicle_code text,
  capacity_kg double precision,
  capacity_l double precision,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  distance_km double precision not null,
  driving_seconds integer not null,
  waiting_seconds integer not null,
  service_seconds integer not null,
  duration_seconds integer not null,
  fuel_liters double precision not null,
  load_kg double precision not null,
  load_l double precision not null
);
create index routes_plan on routes (plan_id, position);
create index routes_driver on routes (driver_id);
create index routes_vehicle on routes (vehicle_id) where vehicle_id is not null;
alter table deliveries add foreign key (route_id) references routes on delete set null;

create table stops (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  route_id uuid not null references routes on delete cascade,
  position integer not null,
  kind text not null check (kind in ('start', 'delivery', 'end')),
  delivery_id uuid references deliveries,
  name text not null,
  address text not null,
  lat double precision not null,
  lng double precision not null,
  arrival_at timestamptz not null,
  departure_at timestamptz not null,
  waiting_seconds integer not null,
  service_seconds integer not null,
  distance_km double precision not null,
  load_kg double precision not null,
  load_l double precision not null,
  planned_from text
);
create index stops_route on stops (route_id, position);
create index stops_delivery on stops (delivery_id);
