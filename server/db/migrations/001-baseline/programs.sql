-- What programs need: API keys, how much they use, and replies kept for Idempotency-Key.

-- Only a hash of a key is kept: a stolen backup opens nothing. A key is revoked, never deleted: history names it.
create table api_keys (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  prefix text not null,
  hash bytea not null unique check (length(hash) = 32),
  role text not null check (role in ('dispatcher', 'viewer')),
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_workspace on api_keys (workspace_id, created_at);

-- A month updates one row all the time. The room left in its page keeps new versions there and out of the index.
create table api_usage (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  ends_at timestamptz not null,
  requests integer not null default 0,
  primary key (workspace_id, month)
) with (fillfactor = 20);

create table idempotent_replies (
  workspace_id uuid not null references workspaces on delete cascade,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (workspace_id, endpoint, key)
);
create index idempotent_replies_created on idempotent_replies (created_at);
