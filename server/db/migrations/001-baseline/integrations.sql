-- Shops that a workspace connects, and connection attempts under way.

create table integrations (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  platform text not null check (platform in ('shopify', 'woocommerce', 'wix')),
  state text not null check (state in ('connecting', 'connected', 'failed')),
  step text check (step in ('approval', 'check')),
  shop text,
  shop_version text,
  credentials bytea,
  last_error text,
  attempt_id uuid,
  deadline timestamptz,
  connected_at timestamptz,
  connected_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (workspace_id, platform),
  check ((state = 'connected') = (credentials is not null))
);

-- One attempt per platform: a new one replaces the one before. Only a hash of its state is kept.
create table connection_attempts (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  platform text not null check (platform in ('shopify', 'woocommerce', 'wix')),
  state_hash bytea not null unique,
  user_id uuid not null,
  return_to text not null check (return_to in ('page', 'dashboard')),
  shop text,
  granted bytea,
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (workspace_id, platform)
);
