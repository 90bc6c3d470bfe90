import { sql, type Kysely } from 'kysely'

/** What visits say about addresses, and what the address book learnt from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    -- One for each delivery that ended, also if it says nothing, so that it is read once.
    create table address_visits (
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid not null references deliveries on delete cascade,
      address_key text not null,
      address text not null,
      day date not null,
      at timestamptz not null,
      -- Where the delivery was to go.
      lat double precision,
      lng double precision,
      pinned_lat double precision,
      pinned_lng double precision,
      door_lat double precision,
      door_lng double precision,
      door_accuracy_m real,
      parking_lat double precision,
      parking_lng double precision,
      service_minutes real,
      primary key (workspace_id, delivery_id)
    );
    create index address_visits_address on address_visits (workspace_id, address_key, at desc);
    create index address_visits_oldest on address_visits (at);
    create index deliveries_delivered on deliveries (status_at) where status = 'delivered';

    create table learnt_places (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      address_key text not null,
      address text not null,
      kind text not null check (kind in ('pin', 'entrance', 'parking', 'service')),
      lat double precision,
      lng double precision,
      minutes real,
      -- In meters, or in minutes.
      spread real not null,
      seen integer not null,
      days integer not null,
      pinned integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      flags text[] not null default '{}',
      state text not null check (state in ('gathering', 'known', 'suggested', 'accepted', 'refused')),
      decision text check (decision in ('accepted', 'refused')),
      decided_at timestamptz,
      decided_by_name text,
      decided_lat double precision,
      decided_lng double precision,
      decided_minutes real,
      -- What the address book said before it was accepted.
      before jsonb,
      -- Visits are gone that it was learnt from.
      is_stale boolean not null default false,
      version integer not null default 1,
      unique (workspace_id, address_key, kind)
    );
    create index learnt_places_suggested on learnt_places (workspace_id) where state = 'suggested';
    create index learnt_places_stale on learnt_places (workspace_id) where is_stale;

    alter table planning_settings
      add learnt_by_itself text[] not null default '{}'
        check (learnt_by_itself <@ '{pin,entrance,parking,service}'),
      add learnt_after_visits integer not null default 5 check (learnt_after_visits between 3 and 30);`,
    )
    .execute(db)
}
