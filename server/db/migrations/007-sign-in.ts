import { sql, type Kysely } from 'kysely'

/**
 * The rest of the sign-in service: one-time codes, flows through mail and outside providers, second factors, passkeys,
 * devices, and a log that can only be added to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const inAuthScope = (table: string) => [
  sql`alter table auth.${sql.id(table)} enable row level security`,
  sql`create policy sign_in on auth.${sql.id(table)}
    using (current_setting('karta.scope', true) = 'auth') with check (current_setting('karta.scope', true) = 'auth')`,
  sql`grant select, insert, update, delete on auth.${sql.id(table)} to karta_app`,
]

const statements = [
  sql`alter table auth.users
    add column role text not null default 'authenticated',
    add column invited_at timestamptz,
    add column recovery_sent_at timestamptz,
    add column new_email text,
    add column email_change_sent_at timestamptz,
    add column new_phone text,
    add column phone_change_sent_at timestamptz,
    add column reauthentication_sent_at timestamptz,
    add column deletion_due_at timestamptz`,
  sql`create index users_deletion on auth.users (deletion_due_at) where deletion_due_at is not null`,
  sql`create index users_created on auth.users (created_at, id)`,

  sql`alter table auth.sessions
    add column factor_id uuid,
    add column last_used_at timestamptz,
    add column last_user_agent text,
    add column last_ip inet`,

  // When it stopped signing: tokens of it may be about for as long as a token lives.
  sql`alter table auth.signing_keys add column replaced_at timestamptz`,

  // The state of a flow that leaves for a mail or another provider and comes back with a code (PKCE).
  sql`create table auth.flow_states (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references auth.users on delete cascade,
    code_hash bytea unique,
    code_challenge text not null,
    code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
    method text not null,
    provider_tokens bytea,
    created_at timestamptz not null,
    code_issued_at timestamptz
  )`,
  sql`create index flow_states_user on auth.flow_states (user_id)`,

  // One code of each kind for a person: a newer one replaces it. Only keyed hashes are kept.
  sql`create table auth.one_time_tokens (
    user_id uuid not null references auth.users on delete cascade,
    kind text not null check (kind in
      ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone', 'phone_change', 'reauthentication')),
    link_hash bytea not null unique,
    code_hash bytea not null,
    address text not null,
    method text not null,
    redirect_to text,
    flow_state_id uuid references auth.flow_states on delete set null,
    attempts integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    confirmed_at timestamptz,
    primary key (user_id, kind)
  )`,
  sql`create index one_time_tokens_address on auth.one_time_tokens (address)`,

  // What was asked to be sent to an address lately, whether or not there is an account: the pauses between mails are the
  // same for both.
  sql`create table auth.sendings (
    id bigint generated always as identity primary key,
    address_hash bytea not null,
    kind text not null,
    channel text check (channel in ('mail', 'sms')),
    at timestamptz not null
  )`,
  sql`create index sendings_address on auth.sendings (address_hash, kind, at desc)`,
  sql`create index sendings_at on auth.sendings (at)`,

  // Where somebody who left for an outside provider wants to come back to.
  sql`create table auth.provider_states (
    id_hash bytea primary key,
    provider text not null,
    redirect_to text not null,
    flow_state_id uuid references auth.flow_states on delete cascade,
    linking_user_id uuid references auth.users on delete cascade,
    -- Signing out ends what the session began.
    linking_session_id uuid references auth.sessions on delete cascade,
    invited_user_id uuid references auth.users on delete cascade,
    nonce text,
    code_verifier text,
    created_at timestamptz not null
  )`,
  sql`create index provider_states_created on auth.provider_states (created_at)`,

  sql`create table auth.factors (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth.users on delete cascade,
    factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
    status text not null default 'unverified' check (status in ('unverified', 'verified')),
    friendly_name text,
    phone text,
    secret bytea,
    credential jsonb,
    last_step bigint,
    wrong_tries integer not null default 0,
    locked_until timestamptz,
    last_challenged_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  sql`create index factors_verified on auth.factors (user_id) where status = 'verified'`,
  sql`create unique index factors_name on auth.factors (user_id, friendly_name) where friendly_name <> ''`,
  sql`create unique index factors_recovery on auth.factors (user_id) where factor_type = 'recovery_code'`,
  sql`create table auth.challenges (
    id uuid primary key default gen_random_uuid(),
    factor_id uuid not null references auth.factors on delete cascade,
    code_hash bytea,
    webauthn jsonb,
    attempts integer not null default 0,
    created_at timestamptz not null,
    verified_at timestamptz
  )`,
  sql`create index challenges_factor on auth.challenges (factor_id)`,
  sql`create table auth.recovery_codes (
    factor_id uuid not null references auth.factors on delete cascade,
    code_hash bytea not null,
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (factor_id, code_hash)
  )`,

  sql`create table auth.passkeys (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth.users on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null default 0,
    transports text[] not null default '{}',
    friendly_name text,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  sql`create index passkeys_user on auth.passkeys (user_id)`,
  sql`create table auth.passkey_challenges (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references auth.users on delete cascade,
    challenge text not null,
    created_at timestamptz not null
  )`,
  sql`create index passkey_challenges_created on auth.passkey_challenges (created_at)`,

  // Devices that a person has signed in from, for the mail about a new one.
  sql`create table auth.devices (
    user_id uuid not null references auth.users on delete cascade,
    device_hash bytea not null,
    first_seen_at timestamptz not null,
    primary key (user_id, device_hash)
  )`,

  // Who did what. It outlives the person, and names no foreign key.
  sql`create table auth.audit_entries (
    id uuid primary key default gen_random_uuid(),
    at timestamptz not null,
    action text not null,
    user_id uuid,
    actor_id uuid,
    actor text,
    ip inet,
    user_agent text,
    detail jsonb not null default '{}'
  )`,
  sql`create index audit_entries_at on auth.audit_entries (at desc, id)`,
  sql`create index audit_entries_user on auth.audit_entries (user_id, at desc)`,

  ...[
    'flow_states',
    'one_time_tokens',
    'sendings',
    'provider_states',
    'factors',
    'challenges',
    'recovery_codes',
    'passkeys',
    'passkey_challenges',
    'devices',
    'audit_entries',
  ].flatMap(inAuthScope),
  sql`revoke update, delete on auth.audit_entries from karta_app`,

  // Mail of the sign-in service goes out with its own changes, in one transaction.
  sql`create policy sign_in on site.mails for insert
    with check (current_setting('karta.scope', true) = 'auth')`,

  // A workspace may ask its members for a second factor.
  sql`alter table workspaces add column requires_two_factors boolean not null default false`,

  /*
   * As before, and besides: a session without a second factor becomes no workspace's tenant ("lacks_factor") when its
   * person has one, since a stolen password alone must open nothing, or when the workspace asks for one.
   */
  sql`drop function begin_request(uuid, uuid, uuid)`,
  sql`create function begin_request(session uuid, person uuid, wanted uuid)
    returns table (workspace_id uuid, role text, member_name text, aal text, lacks_factor boolean, has_factor boolean)
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    declare
      asks boolean;
    begin
      select s.aal into aal from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = session and s.user_id = person and u.deleted_at is null
          and (u.banned_until is null or u.banned_until < now());
      if not found then
        return;
      end if;
      select m.workspace_id, m.role, m.name, w.requires_two_factors into workspace_id, role, member_name, asks
        from members m join workspaces w on w.id = m.workspace_id
        where m.user_id = person and (wanted is null or m.workspace_id = wanted)
        order by m.created_at, m.workspace_id limit 1;
      has_factor := aal <> 'aal2'
        and exists (select 1 from auth.factors f where f.user_id = person and f.status = 'verified');
      lacks_factor := has_factor or coalesce(asks and aal <> 'aal2', false);
      perform set_config('karta.workspace', case when lacks_factor then '' else coalesce(workspace_id::text, '') end, true);
      return next;
    end $$`,
  sql`revoke all on function begin_request from public`,
  sql`grant execute on function begin_request to karta_app`,

  // Which workspaces is somebody in? Of all of them, and so as the owner; ids are all it tells.
  sql`create function workspaces_of(person uuid) returns table (workspace_id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
      select m.workspace_id from members m where m.user_id = person order by m.workspace_id
    $$`,
  sql`revoke all on function workspaces_of from public`,
  sql`grant execute on function workspaces_of to karta_app`,
  // For what a person did, as they download it.
  sql`create index delivery_events_actor on delivery_events (workspace_id, actor_id, at)`,
  // Without these, each driver and vehicle of a workspace that is deleted would be looked for in every row.
  sql`create index deliveries_driver on deliveries (driver_id) where driver_id is not null`,
  sql`create index routes_driver on routes (driver_id)`,
  sql`create index routes_vehicle on routes (vehicle_id) where vehicle_id is not null`,
  sql`create index drivers_depot on drivers (depot_id) where depot_id is not null`,

  // What a person who leaves Karta wants to become of the workspaces that nobody else owns.
  sql`create table auth.deletion_choices (
    user_id uuid not null references auth.users on delete cascade,
    workspace_id uuid not null references workspaces on delete cascade,
    action text not null check (action in ('delete', 'transfer')),
    new_owner_id uuid,
    primary key (user_id, workspace_id),
    check ((action = 'transfer') = (new_owner_id is not null))
  )`,
  sql`create index deletion_choices_workspace on auth.deletion_choices (workspace_id)`,
  ...inAuthScope('deletion_choices'),
]
