-- The sign-in service.

create schema auth;

create table auth.users (
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
  deleted_at timestamptz,
  role text not null default 'authenticated',
  invited_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text,
  email_change_sent_at timestamptz,
  new_phone text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  deletion_due_at timestamptz
);
create unique index users_email on auth.users (lower(email)) where deleted_at is null;
create unique index users_phone on auth.users (phone) where deleted_at is null;
create index users_deletion on auth.users (deletion_due_at) where deletion_due_at is not null;
create index users_created on auth.users (created_at, id);

create table auth.identities (
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
);
create index identities_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz,
  factor_id uuid,
  last_used_at timestamptz,
  last_user_agent text,
  last_ip inet
);
create index sessions_user on auth.sessions (user_id);

-- Only a hash of a refresh token is kept: a stolen backup opens nothing.
create table auth.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  parent_hash bytea,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session on auth.refresh_tokens (session_id);
create index refresh_tokens_parent on auth.refresh_tokens (parent_hash);

create table auth.signing_keys (
  kid text primary key,
  algorithm text not null,
  private_jwk jsonb not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- When it stopped signing. Tokens it signed are valid for as long as a token lives.
  replaced_at timestamptz
);
create unique index signing_keys_one_active on auth.signing_keys (active) where active;

create table auth.api_keys (
  kind text primary key check (kind in ('publishable', 'secret')),
  key text not null,
  created_at timestamptz not null default now()
);

-- The key that seals credentials: there is one, made at the first start.
create table auth.sealing_keys (
  id smallint primary key default 1 check (id = 1),
  key bytea not null check (length(key) = 32),
  created_at timestamptz not null default now()
);

-- A flow that leaves for a mail or another provider and comes back with a code (PKCE).
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  code_hash bytea unique,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  method text not null,
  provider_tokens bytea,
  created_at timestamptz not null,
  code_issued_at timestamptz
);
create index flow_states_user on auth.flow_states (user_id);

-- One code of each kind per person: a newer one replaces it. Only keyed hashes are kept.
create table auth.one_time_tokens (
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
);
create index one_time_tokens_address on auth.one_time_tokens (address);

-- What was recently sent to an address, whether or not it has an account, so that the pauses between mails tell
-- nobody which addresses do.
create table auth.sendings (
  id bigint generated always as identity primary key,
  address_hash bytea not null,
  kind text not null,
  channel text check (channel in ('mail', 'sms')),
  at timestamptz not null
);
create index sendings_address on auth.sendings (address_hash, kind, at desc);
create index sendings_at on auth.sendings (at);

-- Where people who left for an outside provider want to come back to.
create table auth.provider_states (
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
);
create index provider_states_created on auth.provider_states (created_at);

create table auth.factors (
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
);
create index factors_verified on auth.factors (user_id) where status = 'verified';
create unique index factors_name on auth.factors (user_id, friendly_name) where friendly_name <> '';
create unique index factors_recovery on auth.factors (user_id) where factor_type = 'recovery_code';

create table auth.challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors on delete cascade,
  code_hash bytea,
  webauthn jsonb,
  attempts integer not null default 0,
  created_at timestamptz not null,
  verified_at timestamptz
);
create index challenges_factor on auth.challenges (factor_id);

create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  friendly_name text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on auth.passkeys (user_id);

create table auth.passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge text not null,
  created_at timestamptz not null
);
create index passkey_challenges_created on auth.passkey_challenges (created_at);

-- Devices that a person has signed in from, for the mail about a new one.
create table auth.devices (
  user_id uuid not null references auth.users on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Who did what. It outlives the person, so it has no foreign key.
create table auth.audit_entries (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  action text not null,
  user_id uuid,
  actor_id uuid,
  actor text,
  ip inet,
  user_agent text,
  detail jsonb not null default '{}'
);
create index audit_entries_at on auth.audit_entries (at desc, id);
create index audit_entries_user on auth.audit_entries (user_id, at desc);

-- What happens to the workspaces that a person who deletes their account owns alone.
create table auth.deletion_choices (
  user_id uuid not null references auth.users on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  action text not null check (action in ('delete', 'transfer')),
  new_owner_id uuid,
  primary key (user_id, workspace_id),
  check ((action = 'transfer') = (new_owner_id is not null))
);
create index deletion_choices_workspace on auth.deletion_choices (workspace_id);
