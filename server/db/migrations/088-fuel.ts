import { sql, type Kysely } from 'kysely'

/** What vehicles drive on and cost, and what they were filled and charged with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table vehicles
  add energy text check (energy in ('petrol', 'diesel', 'gas', 'electric', 'none')),
  add tank_l double precision,
  add battery_kwh double precision,
  add kwh_per_100_km double precision,
  -- What of the battery plans leave over.
  add reserve_percent integer not null default 20,
  -- How fast it charges at the depot.
  add charge_kw double precision,
  add fuel_cards text[] not null default '{}',
  -- Leasing, insurance and taxes of a month.
  add monthly_cost bigint;

create table fuel_entries (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  vehicle_id uuid not null references vehicles,
  filled_at timestamptz not null,
  quantity double precision not null,
  unit text not null check (unit in ('l', 'gal', 'kwh')),
  is_full boolean not null,
  cost bigint not null,
  currency text not null,
  odometer_km double precision,
  place text,
  lat double precision,
  lng double precision,
  card text,
  source text not null check (source in ('hand', 'api', 'import')),
  -- How far the vehicle was from there, as its positions said when the entry came.
  away_m double precision,
  accepted_reason text,
  author_name text not null,
  created_at timestamptz not null,
  version integer not null default 1
);
-- A card, or a vehicle without one, is filled once at a time.
create unique index fuel_entries_once on fuel_entries (workspace_id, coalesce(card, vehicle_id::text), filled_at);
create index fuel_entries_vehicle on fuel_entries (vehicle_id, filled_at);
create trigger raise_version before update on fuel_entries for each row execute function raise_version();
`
