import { sql, type Kysely } from 'kysely'

/** Maintenance that comes again, work orders, and how far vehicles were driven. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table maintenance_schedules (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  vehicle_id uuid not null references vehicles,
  name text not null,
  every_km integer,
  every_months integer,
  last_done_on date,
  last_done_km double precision,
  warn_km integer not null,
  warn_days integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (every_km is not null or every_months is not null)
);
create unique index maintenance_schedules_name on maintenance_schedules (workspace_id, vehicle_id, lower(name));
create index maintenance_schedules_vehicle on maintenance_schedules (vehicle_id);
create trigger raise_version before update on maintenance_schedules for each row execute function raise_version();

create table work_orders (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  vehicle_id uuid not null references vehicles,
  title text not null,
  note text,
  vendor text,
  state text not null check (state in ('open', 'in_workshop', 'done', 'canceled')),
  -- The days on which plans leave the vehicle out, while there is something to do.
  from_day date,
  until_day date,
  parts_cost bigint not null,
  labor_cost bigint not null,
  currency text not null,
  odometer_km double precision,
  done_on date,
  -- Of maintenance that may no longer come again.
  schedule_id uuid,
  check_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (until_day is null or from_day <= until_day)
);
create index work_orders_newest on work_orders (workspace_id, created_at desc, id desc);
create index work_orders_vehicle on work_orders (vehicle_id, created_at desc);
create index work_orders_open on work_orders (workspace_id, vehicle_id) where state in ('open', 'in_workshop');
-- What one check found is repaired once.
create unique index work_orders_check on work_orders (workspace_id, check_id)
  where check_id is not null and state in ('open', 'in_workshop');
create trigger raise_version before update on work_orders for each row execute function raise_version();

create table odometer_readings (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  vehicle_id uuid not null references vehicles,
  km double precision not null,
  read_at timestamptz not null,
  source text not null check (source in ('hand', 'api', 'check', 'fuel', 'work_order')),
  state text not null check (state in ('counted', 'doubted', 'dropped')),
  doubt text,
  reason text,
  author_name text not null,
  created_at timestamptz not null,
  version integer not null default 1
);
create index odometer_readings_newest on odometer_readings (workspace_id, vehicle_id, read_at desc, id desc);
create index odometer_readings_vehicle on odometer_readings (vehicle_id);
create trigger raise_version before update on odometer_readings for each row execute function raise_version();

-- How far each shift went, by its positions, added up in steps. It stays when positions are forgotten.
create table vehicle_drives (
  workspace_id uuid not null references workspaces on delete cascade,
  shift_id uuid not null,
  vehicle_id uuid not null references vehicles,
  day date not null,
  meters double precision not null,
  started_at timestamptz not null,
  -- The last position that is counted.
  until_at timestamptz not null,
  lat double precision,
  lng double precision,
  counted_at timestamptz not null,
  primary key (workspace_id, shift_id)
);
create index vehicle_drives_vehicle on vehicle_drives (vehicle_id, started_at);
`
