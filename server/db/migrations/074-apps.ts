import { sql, type Kysely } from 'kysely'

/** Apps of others, what people allow them, and the codes and tokens that they get (decision 69). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table auth.oauth_clients (
  id uuid primary key default new_id(),
  -- Null for those that the operator added, or that registered themselves.
  workspace_id uuid references workspaces on delete cascade,
  name text not null,
  uri text,
  logo_uri text,
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  -- What it asks for unless it says so.
  scopes text[] not null,
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  secret_hash bytea check (length(secret_hash) = 32),
  registration text not null check (registration in ('manual', 'dynamic')),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret_changed_at timestamptz,
  version integer not null default 1,
  check ((auth_method = 'none') = (secret_hash is null))
);
create index oauth_clients_workspace on auth.oauth_clients (workspace_id, created_at);

-- What a person lets an app do in one of their workspaces. It ends with their membership.
create table auth.oauth_grants (
  id uuid primary key default new_id(),
  client_id uuid not null references auth.oauth_clients on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  workspace_id uuid not null,
  scopes text[] not null,
  aal text not null check (aal in ('aal1', 'aal2')),
  allowed_at timestamptz not null,
  last_used_at timestamptz,
  unique (user_id, client_id, workspace_id),
  foreign key (workspace_id, user_id) references members on delete cascade
);
create index oauth_grants_client on auth.oauth_grants (client_id);
create index oauth_grants_workspace on auth.oauth_grants (workspace_id, user_id);

-- An app's question, the person's answer, and the tokens that come of it. All of them end with this row.
create table auth.oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.oauth_clients on delete cascade,
  redirect_uri text not null,
  scopes text[] not null,
  state text,
  nonce text,
  resource text,
  code_challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whoever looks first. Nobody else may answer.
  user_id uuid references auth.users on delete cascade,
  grant_id uuid references auth.oauth_grants on delete cascade,
  code_hash bytea unique check (length(code_hash) = 32),
  code_used_at timestamptz
);
create index oauth_authorizations_client on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user on auth.oauth_authorizations (user_id);
create index oauth_authorizations_grant on auth.oauth_authorizations (grant_id);
create index oauth_authorizations_expires on auth.oauth_authorizations (expires_at);

create table auth.oauth_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  authorization_id uuid not null references auth.oauth_authorizations on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a refresh token: when it was traded for the next one.
  used_at timestamptz
);
create index oauth_tokens_authorization on auth.oauth_tokens (authorization_id);
create index oauth_tokens_expires on auth.oauth_tokens (expires_at);
`
