import { sql, type Kysely } from 'kysely'

/** What happened, as analytics counts it, and sums of it. All of it can be worked out again from deliveries and routes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

/** Columns that add up, in `figure_attempts` and `figure_sums` alike. */
const sums = `
  attempts integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0,
  firsts integer not null default 0,
  first_delivered integer not null default 0,
  promised integer not null default 0,
  on_time integer not null default 0,
  early integer not null default 0,
  late integer not null default 0,
  late_seconds bigint not null default 0,
  late_start integer not null default 0,
  late_service integer not null default 0,
  late_driving integer not null default 0,
  late_plan integer not null default 0,
  late_address integer not null default 0,
  drives integer not null default 0,
  planned_drive_seconds bigint not null default 0,
  actual_drive_seconds bigint not null default 0,
  services integer not null default 0,
  planned_service_seconds bigint not null default 0,
  actual_service_seconds bigint not null default 0,
  waited integer not null default 0,
  waiting_seconds bigint not null default 0,
  meters bigint not null default 0,
  eta_told integer not null default 0,
  eta_missed integer not null default 0,
  eta_said integer not null default 0,
  eta_within integer not null default 0,
  eta_error_seconds bigint not null default 0,
  rated integer not null default 0,
  stars integer not null default 0,
  low integer not null default 0,
  messaged integer not null default 0,
  messages integer not null default 0,
  co2_grams bigint not null default 0,
  costed integer not null default 0,
  cost_distance double precision not null default 0,
  cost_time double precision not null default 0,
  cost_fixed double precision not null default 0,
  cost_messages double precision not null default 0`

const statements = `
-- One for each time that a delivery was brought to the door. Drivers, vehicles and clients are not referenced: figures
-- outlive them.
create table figure_attempts (
  workspace_id uuid not null references workspaces on delete cascade,
  delivery_id uuid not null,
  attempt smallint not null,
  day date not null,
  number integer not null,
  route_id uuid,
  driver_id uuid,
  vehicle_id uuid,
  depot_id uuid,
  client_id uuid,
  area text,
  hour smallint not null,
  "window" text,
  reason text,
  currency text not null,
  arrived_at timestamptz not null,
  ended_at timestamptz not null,
  planned_at timestamptz,
  due_at timestamptz,
  rating smallint,
  ${sums},
  primary key (workspace_id, delivery_id, attempt)
);
create index figure_attempts_day on figure_attempts (workspace_id, day, number, attempt);
create index figure_attempts_driver on figure_attempts (workspace_id, driver_id, day);
create index figure_attempts_vehicle on figure_attempts (workspace_id, vehicle_id, day);
create index figure_attempts_client on figure_attempts (workspace_id, client_id, day);

-- One for each route on which something was attempted.
create table figure_routes (
  workspace_id uuid not null references workspaces on delete cascade,
  route_id uuid not null,
  day date not null,
  driver_id uuid,
  vehicle_id uuid,
  depot_id uuid,
  route_meters bigint not null,
  empty_meters bigint not null,
  actual_meters bigint,
  planned_seconds bigint not null,
  actual_seconds bigint,
  load_permille integer,
  primary key (workspace_id, route_id)
);
create index figure_routes_day on figure_routes (workspace_id, day);

-- Attempts added up. There are three ways in which they are told apart, so that a question reads few rows: by route and one
-- split, by depot and one split, by client, depot and one split. A column that a way does not tell apart is null.
create table figure_sums (
  workspace_id uuid not null references workspaces on delete cascade,
  way text not null check (way in ('route', 'depot', 'client')),
  split text not null,
  day date not null,
  driver_id uuid,
  vehicle_id uuid,
  depot_id uuid,
  client_id uuid,
  key text,
  currency text not null,
  ${sums}
);
create index figure_sums_day on figure_sums (workspace_id, way, split, day);
create index figure_sums_driver on figure_sums (workspace_id, way, split, driver_id, day) where way = 'route';
create index figure_sums_vehicle on figure_sums (workspace_id, way, split, vehicle_id, day) where way = 'route';
create index figure_sums_depot on figure_sums (workspace_id, way, split, depot_id, day) where way <> 'route';
create index figure_sums_client on figure_sums (workspace_id, way, split, client_id, day) where way = 'client';

-- Days whose attempts have changed since they were added up. Until then, their attempts are read.
create table figure_days (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  stale_since timestamptz not null,
  changed_at timestamptz not null,
  primary key (workspace_id, day)
);
create index figure_days_stale on figure_days (stale_since);

-- How far the log was read. A workspace's first reading goes through its deliveries, by number, since the log forgets.
create table figure_progress (
  workspace_id uuid primary key references workspaces on delete cascade,
  position bigint not null,
  read_until timestamptz not null,
  first_reading_after integer
);

-- What things were called last.
create table figure_names (
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null,
  key text not null,
  name text not null,
  primary key (workspace_id, kind, key)
);

-- Currencies that a workspace had, until when.
create table former_currencies (
  workspace_id uuid not null references workspaces on delete cascade,
  until timestamptz not null,
  currency text not null,
  primary key (workspace_id, until)
);
`
