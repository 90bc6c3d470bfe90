import { sql, type Kysely, type RawBuilder } from 'kysely'

/**
 * Tenancy: each table names the rows a transaction may see. A transaction of the product sets `karta.workspace`
 * (through `begin_request`), one of the sign-in service sets `karta.scope` to `auth`; with neither, nothing is visible.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const inWorkspace = (table: string): RawBuilder<unknown>[] => [
  sql`alter table ${sql.id(table)} enable row level security`,
  sql`create policy tenant on ${sql.id(table)}
    using (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)
    with check (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)`,
]

const statements: RawBuilder<unknown>[] = [
  // Ids that grow with time keep indexes compact; servers before PostgreSQL 18 cannot make them.
  sql`do $$ begin
    if current_setting('server_version_num')::int >= 180000 then
      create function new_id() returns uuid language sql volatile as 'select uuidv7()';
    else
      create function new_id() returns uuid language sql volatile as 'select gen_random_uuid()';
    end if;
  end $$`,

  // Workspaces and members
  sql`create table workspaces (
    id uuid primary key default new_id(),
    name text not null,
    tier text not null default 'free' check (tier in ('free', 'standard', 'enterprise')),
    trial_ends_at timestamptz not null,
    time_zone text not null default 'UTC',
    start_time time not null default '09:00',
    end_time time not null default '17:00',
    speed_kmh double precision not null default 40,
    fuel_l_per_km double precision not null default 0.1,
    service_minutes double precision not null default 5,
    currency text not null default 'USD',
    last_delivery_number integer not null default 0,
    created_at timestamptz not null default now()
  )`,
  sql`alter table workspaces enable row level security`,
  sql`create policy tenant on workspaces
    using (id = nullif(current_setting('karta.workspace', true), '')::uuid)
    with check (id = nullif(current_setting('karta.workspace', true), '')::uuid)`,

  sql`create table members (
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null,
    role text not null check (role in ('owner', 'admin', 'dispatcher', 'driver', 'viewer')),
    name text not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id, user_id)
  )`,
  sql`create index members_user on members (user_id)`,
  ...inWorkspace('members'),

  // Where routes start, what drives and who
  sql`create table depots (
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
  )`,
  sql`create unique index depots_one_default on depots (workspace_id) where is_default`,
  sql`create index depots_workspace on depots (workspace_id, name, id)`,
  ...inWorkspace('depots'),

  sql`create table vehicles (
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
  )`,
  sql`create unique index vehicles_code on vehicles (workspace_id, code)`,
  ...inWorkspace('vehicles'),

  sql`create table drivers (
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
    updated_at timestamptz not null default now()
  )`,
  sql`create unique index drivers_vehicle on drivers (vehicle_id) where active`,
  sql`create index drivers_workspace on drivers (workspace_id, name, id)`,
  ...inWorkspace('drivers'),

  // Deliveries and their history
  // Two spellings of one address, told apart only by case, spaces and punctuation, have one key.
  sql`create function address_key(address text) returns text language sql immutable parallel safe
    return trim(regexp_replace(lower(address), '[[:space:][:punct:]]+', ' ', 'g'))`,
  sql`create table deliveries (
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
    check ((lat is null) = (lng is null))
  )`,
  sql`create unique index deliveries_number on deliveries (workspace_id, number)`,
  sql`create unique index deliveries_reference on deliveries (workspace_id, source, reference) where deleted_at is null`,
  sql`create index deliveries_day on deliveries (workspace_id, scheduled_date, number) where deleted_at is null`,
  sql`create index deliveries_status on deliveries (workspace_id, status, number) where deleted_at is null`,
  // For the sorts of the list; the list by recipient in falling order has its nulls at the other end and does without.
  sql`create index deliveries_by_recipient on deliveries (workspace_id, lower(recipient_name), number)
    where deleted_at is null`,
  sql`create index deliveries_by_address on deliveries (workspace_id, lower(delivery_address), number)
    where deleted_at is null`,
  sql`create index deliveries_by_priority on deliveries (workspace_id, priority, number) where deleted_at is null`,
  sql`create index deliveries_address on deliveries (workspace_id, address_key, number)
    where deleted_at is null and lat is not null`,
  ...inWorkspace('deliveries'),

  sql`create table delivery_events (
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
  )`,
  sql`create unique index delivery_events_chain on delivery_events (delivery_id, previous_hash) nulls not distinct`,
  ...inWorkspace('delivery_events'),

  // Plans, routes and stops
  sql`create table plans (
    id uuid primary key default new_id(),
    workspace_id uuid not null references workspaces on delete cascade,
    day date not null,
    state text not null default 'queued' check (state in
      ('queued', 'optimising', 'draft', 'approved', 'dispatched', 'cancelled', 'failed', 'discarded')),
    driver_ids uuid[] not null,
    time_limit_seconds integer not null,
    progress jsonb,
    totals jsonb,
    unassigned jsonb not null default '[]',
    failure text,
    created_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  sql`create index plans_workspace on plans (workspace_id, id)`,
  ...inWorkspace('plans'),

  sql`create table routes (
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
    fuel_litres double precision not null,
    load_kg double precision not null,
    load_l double precision not null
  )`,
  sql`create index routes_plan on routes (plan_id, position)`,
  ...inWorkspace('routes'),

  sql`create table stops (
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
    load_l double precision not null
  )`,
  sql`create index stops_route on stops (route_id, position)`,
  sql`create index stops_delivery on stops (delivery_id)`,
  ...inWorkspace('stops'),

  // Replies kept for Idempotency-Key
  sql`create table idempotent_replies (
    workspace_id uuid not null references workspaces on delete cascade,
    endpoint text not null,
    key text not null,
    request_hash text not null,
    status integer,
    body jsonb,
    created_at timestamptz not null default now(),
    primary key (workspace_id, endpoint, key)
  )`,
  sql`create index idempotent_replies_created on idempotent_replies (created_at)`,
  ...inWorkspace('idempotent_replies'),
  // Of all workspaces, and so as the owner.
  sql`create function forget_idempotent_replies(older_than interval) returns void
    language sql volatile security definer set search_path = public, pg_temp as $$
      delete from idempotent_replies where created_at < now() - older_than
    $$`,

  // The sign-in service
  sql`create schema auth`,
  sql`create table auth.users (
    id uuid primary key default gen_random_uuid(),
    email text,
    phone text,
    password_hash text,
    email_confirmed_at timestamptz,
    phone_confirmed_at timestamptz,
    confirmation_sent_at timestamptz,
    last_sign_in_at timestamptz,
    app_metadata jsonb not null default '{}',
    user_metadata jsonb not null default '{}',
    is_anonymous boolean not null default false,
    banned_until timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  sql`create unique index users_email on auth.users (lower(email)) where deleted_at is null`,
  sql`create unique index users_phone on auth.users (phone) where deleted_at is null`,
  sql`create table auth.identities (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth.users on delete cascade,
    provider text not null,
    provider_id text not null,
    identity_data jsonb not null default '{}',
    email text,
    last_sign_in_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider, provider_id)
  )`,
  sql`create index identities_user on auth.identities (user_id)`,
  sql`create table auth.sessions (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth.users on delete cascade,
    aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
    amr jsonb not null,
    user_agent text,
    ip inet,
    created_at timestamptz not null default now(),
    refreshed_at timestamptz
  )`,
  sql`create index sessions_user on auth.sessions (user_id)`,
  // Only a hash of a refresh token is kept: a stolen backup opens nothing.
  sql`create table auth.refresh_tokens (
    token_hash bytea primary key,
    session_id uuid not null references auth.sessions on delete cascade,
    parent_hash bytea,
    revoked_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  sql`create index refresh_tokens_session on auth.refresh_tokens (session_id)`,
  sql`create index refresh_tokens_parent on auth.refresh_tokens (parent_hash)`,
  sql`create table auth.signing_keys (
    kid text primary key,
    algorithm text not null,
    private_jwk jsonb not null,
    active boolean not null default true,
    created_at timestamptz not null default now()
  )`,
  sql`create unique index signing_keys_one_active on auth.signing_keys (active) where active`,
  sql`create table auth.api_keys (
    kind text primary key check (kind in ('publishable', 'secret')),
    key text not null,
    created_at timestamptz not null default now()
  )`,
  ...['users', 'identities', 'sessions', 'refresh_tokens', 'signing_keys', 'api_keys'].flatMap((table) => [
    sql`alter table auth.${sql.id(table)} enable row level security`,
    sql`create policy sign_in on auth.${sql.id(table)}
      using (current_setting('karta.scope', true) = 'auth') with check (current_setting('karta.scope', true) = 'auth')`,
  ]),

  /*
   * Opens a request's transaction in one statement: is the session alive, is the person a member, and in which
   * workspace (the wanted one, else the oldest membership)? Sets the tenant of the transaction. Runs as the owner,
   * since nobody is a tenant yet. No row: the session has ended. Null workspace: not a member.
   */
  sql`create function begin_request(session uuid, person uuid, wanted uuid)
    returns table (workspace_id uuid, role text, member_name text)
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      if not exists (
        select 1 from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = session and s.user_id = person and u.deleted_at is null
          and (u.banned_until is null or u.banned_until < now())
      ) then
        return;
      end if;
      select m.workspace_id, m.role, m.name into workspace_id, role, member_name
        from members m where m.user_id = person and (wanted is null or m.workspace_id = wanted)
        order by m.created_at, m.workspace_id limit 1;
      perform set_config('karta.workspace', coalesce(workspace_id::text, ''), true);
      return next;
    end $$`,

  // The server works as karta_app, which is there already: it owns nothing, and policies bind it.
  sql`revoke all on schema public from public`,
  sql`grant usage on schema public, auth to karta_app`,
  sql`grant select, insert, update, delete on all tables in schema public, auth to karta_app`,
  // History can be added to, never rewritten.
  sql`revoke update, delete on delivery_events from karta_app`,
  sql`revoke all on function begin_request from public`,
  sql`grant execute on function begin_request to karta_app`,
  sql`revoke all on function forget_idempotent_replies from public`,
  sql`grant execute on function forget_idempotent_replies to karta_app`,
]
