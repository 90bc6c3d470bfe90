-- Where routes start, what drives, and who drives it.

create table depots (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  address text not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  opens time not null default '06:00',
  closes time not null default '22:00',
  is_default boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index depots_one_default on depots (workspace_id) where is_default;
create index depots_workspace on depots (workspace_id, name, id);

create table vehicles (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  code text not null,
  type text not null default 'van',
  plate text,
  capacity_kg double precision,
  capacity_l double precision,
  skills text[] not null default '{}',
  fuel_level double precision,
  last_maintenance_on date,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vehicles_code on vehicles (workspace_id, code);

create table drivers (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  phone text,
  email text,
  shift_start time not null default '09:00',
  shift_end time not null default '17:00',
  skills text[] not null default '{}',
  vehicle_id uuid references vehicles,
  depot_id uuid references depots,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint drivers_in_workspace unique (workspace_id, id)
);
create unique index drivers_vehicle on drivers (vehicle_id) where active;
create index drivers_workspace on drivers (workspace_id, name, id);
create index drivers_depot on drivers (depot_id) where depot_id is not null;
