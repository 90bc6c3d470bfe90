import { sql, type Kysely } from 'kysely'

/** Which delivery slots a workspace offers, and slots that are held for buyers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table slot_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  id uuid not null default gen_random_uuid(),
  is_on boolean not null,
  windows jsonb not null,
  days_ahead integer not null check (days_ahead between 1 and 31),
  cut_off_minutes integer not null check (cut_off_minutes >= 0),
  territory_ids uuid[],
  service_km integer not null check (service_km between 1 and 100),
  blackout_days text[] not null,
  price jsonb not null,
  hold_minutes integer not null check (hold_minutes between 1 and 60),
  near_meters integer not null check (near_meters >= 0),
  order_page boolean not null,
  -- The last part of a public address, so no two workspaces have the same.
  order_page_name text unique,
  version integer not null default 1
);

create table slot_holds (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  day text not null,
  starts text not null,
  ends text not null,
  price integer not null check (price >= 0),
  -- What it is for, as planning needs it. Gone once it is confirmed or released, since it says where somebody lives.
  wanted jsonb,
  -- The delivery that moves, or that was made.
  delivery_id uuid references deliveries on delete set null,
  state text not null default 'held' check (state in ('held', 'confirmed', 'released')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  version integer not null default 1,
  check (wanted is not null or state <> 'held')
);
create index slot_holds_day on slot_holds (workspace_id, day) where state = 'held';
create index slot_holds_expired on slot_holds (expires_at);
create index slot_holds_delivery on slot_holds (delivery_id);
`
