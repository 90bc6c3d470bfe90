import { sql, type Kysely } from 'kysely'

/**
 * What drivers, vehicles and the workspace say to planning: shifts by weekday and past midnight, breaks, limits, costs,
 * reloading, days off, holidays, zones on the map, and the settings of plans.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

/** Hours past 23 are on the next day, which `time` cannot hold. */
const isDayTime = (column: string) => `${column} ~ '^([0-3][0-9]|4[0-7]):[0-5][0-9]$'`

const statements = `
alter table drivers
  alter column shift_start drop default,
  alter column shift_end drop default,
  alter column shift_start type text using to_char(shift_start, 'HH24:MI'),
  alter column shift_end type text using to_char(shift_end, 'HH24:MI'),
  alter column shift_start set default '09:00',
  alter column shift_end set default '17:00',
  add constraint drivers_shift check (${isDayTime('shift_start')} and ${isDayTime('shift_end')} and shift_start < '24:00'),
  add week jsonb,
  add breaks jsonb not null default '[]',
  add max_stops integer check (max_stops > 0),
  add max_shift_minutes integer check (max_shift_minutes > 0),
  add max_driving_minutes integer check (max_driving_minutes > 0),
  add start_place jsonb,
  add end_place jsonb,
  add ends_anywhere boolean not null default false,
  add speed_factor double precision not null default 1 check (speed_factor > 0),
  add constraint drivers_one_end check (not ends_anywhere or end_place is null);

alter table vehicles
  add capacity_units integer check (capacity_units >= 0),
  -- In the smallest unit of the workspace's currency, as all money.
  add cost_fixed bigint check (cost_fixed >= 0),
  add cost_per_km bigint check (cost_per_km >= 0),
  add cost_per_hour bigint check (cost_per_hour >= 0),
  add cost_per_service_hour bigint check (cost_per_service_hour >= 0),
  add cost_per_waiting_hour bigint check (cost_per_waiting_hour >= 0),
  add max_distance_km double precision check (max_distance_km > 0),
  add temperature_min_c double precision,
  add temperature_max_c double precision,
  add reloads boolean not null default false,
  add reload_minutes integer not null default 15 check (reload_minutes >= 0),
  add max_trips integer check (max_trips > 0),
  add constraint vehicles_temperatures check (temperature_min_c <= temperature_max_c);

alter table depots
  alter column opens drop default,
  alter column closes drop default,
  alter column opens type text using to_char(opens, 'HH24:MI'),
  alter column closes type text using to_char(closes, 'HH24:MI'),
  alter column opens set default '06:00',
  alter column closes set default '22:00',
  add constraint depots_hours check (${isDayTime('opens')} and ${isDayTime('closes')} and opens < '24:00');

create table days_off (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  driver_id uuid not null,
  first_day date not null,
  last_day date not null,
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (first_day <= last_day),
  foreign key (workspace_id, driver_id) references drivers (workspace_id, id) on delete cascade
);
create index days_off_days on days_off (workspace_id, first_day, last_day);
create index days_off_driver on days_off (workspace_id, driver_id, first_day);

create table holidays (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  name text not null,
  -- Null for all of them.
  depot_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (workspace_id, depot_id) references depots (workspace_id, id)
);
create unique index holidays_day on holidays (workspace_id, day, depot_id) nulls not distinct;

create table territories (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  color text not null,
  -- A polygon of GeoJSON.
  area jsonb not null,
  driver_ids uuid[] not null default '{}',
  rule text not null check (rule in ('only', 'prefer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index territories_name on territories (workspace_id, lower(name));
create trigger raise_version before update on territories for each row execute function raise_version();

-- A workspace that never changed them has no row.
create table planning_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- Events name it. The id of the workspace is the workspace's.
  id uuid not null unique default new_id(),
  cost_fixed bigint,
  cost_per_km bigint,
  cost_per_hour bigint,
  cost_per_service_hour bigint,
  cost_per_waiting_hour bigint,
  cost_per_hour_late bigint,
  cost_per_hour_early bigint,
  speeds jsonb not null default '{}',
  service_factors jsonb not null default '{}',
  traffic jsonb not null default '[]',
  balance jsonb,
  same_address_service text not null default 'sum' check (same_address_service in ('sum', 'longest')),
  keep_apart jsonb not null default '[]',
  keep_together text[] not null default '{}',
  familiar_cost bigint,
  promise_tolerance_minutes integer,
  version integer not null default 1
);
`
