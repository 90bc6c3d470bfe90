import { sql, type Kysely } from 'kysely'

/** Orders of connected shops: what shops told us, what became of it, and what they are told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table deliveries drop constraint deliveries_source_check, add constraint deliveries_source_check
  check (source in ('manual', 'csv', 'api', 'sample', 'recurring', 'driver', 'order_page', 'shopify', 'woocommerce', 'wix'));

alter table integrations
  -- What the shop is for good: a name at Shopify, the address of a WordPress, the ID of a Wix site.
  add column shop_key text,
  -- Null for the usual ones.
  add column rules jsonb,
  -- Why a connected shop cannot be used any more.
  add column problem text check (problem in ('access_lost', 'access_too_narrow'));
create index integrations_shop on integrations (platform, shop_key) where state = 'connected';
update integrations set shop_key = shop where platform <> 'wix';

-- New tokens are no change that somebody could overwrite.
drop trigger raise_version on integrations;
create trigger raise_version before update on integrations for each row
  when ((old.state, old.step, old.shop, old.shop_version, old.last_error, old.attempt_id, old.connected_at, old.rules, old.problem)
    is distinct from (new.state, new.step, new.shop, new.shop_version, new.last_error, new.attempt_id, new.connected_at, new.rules, new.problem))
  execute function raise_version();

-- How a connected shop is kept in step.
create table shop_syncs (
  integration_id uuid primary key references integrations on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  -- The workspace's log is read from here on for what the shop is to be told.
  position bigint not null,
  locations jsonb not null default '[]',
  -- Where the round under way goes on, since when it asks for changes, and when it began.
  cursor text,
  since timestamptz,
  round_started_at timestamptz,
  found integer not null default 0,
  -- All changes until then have been seen. Null before the first round ended.
  seen_until timestamptz,
  last_sync_at timestamptz,
  next_sync_at timestamptz not null,
  failures integer not null default 0,
  failure text
);
create index shop_syncs_due on shop_syncs (next_sync_at);
create index shop_syncs_workspace on shop_syncs (workspace_id);

-- What shops posted, once each. Orders are read from the shop, so their data is not kept here.
create table shop_events (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  integration_id uuid not null references integrations on delete cascade,
  hook_id text not null,
  topic text not null,
  about text not null,
  order_id text,
  -- Whose data a privacy request is about, until it is done.
  customer jsonb,
  at timestamptz,
  received_at timestamptz not null,
  done_at timestamptz,
  unique (integration_id, hook_id)
);
create index shop_events_open on shop_events (integration_id, received_at) where done_at is null;
create index shop_events_received on shop_events (received_at);
create index shop_events_workspace on shop_events (workspace_id);

-- One row for each order of a shop, also after it was disconnected.
create table shop_orders (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  platform text not null check (platform in ('shopify', 'woocommerce', 'wix')),
  store text not null,
  external_id text not null,
  number text not null,
  state text not null check (state in ('taken', 'waiting', 'skipped', 'canceled')),
  -- Why it waits or is skipped, or what of it could not be followed.
  reason text,
  -- When the shop changed it last, as far as we saw.
  modified_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (workspace_id, platform, store, external_id)
);
create index shop_orders_newest on shop_orders (workspace_id, platform, store, updated_at desc);
create index shop_orders_open on shop_orders (workspace_id, platform, store) where reason is not null and state <> 'skipped';

-- The deliveries of an order, one for each of its parts.
create table shop_deliveries (
  order_id uuid not null references shop_orders on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  part text not null,
  delivery_id uuid not null unique references deliveries on delete cascade,
  -- Marks of the fields as the shop said them last, so that only its own changes are followed.
  said jsonb not null,
  -- What the shop made of it, such as a fulfillment.
  remote text,
  primary key (order_id, part)
);
create index shop_deliveries_workspace on shop_deliveries (workspace_id);

-- What shops are to be told, once each.
create table shop_outbox (
  id uuid primary key default new_id(),
  number bigint generated always as identity,
  workspace_id uuid not null references workspaces on delete cascade,
  integration_id uuid not null references integrations on delete cascade,
  delivery_id uuid not null references deliveries on delete cascade,
  event_id uuid not null,
  kind text not null check (kind in ('dispatched', 'out_for_delivery', 'delayed', 'attempted', 'delivered', 'canceled')),
  at timestamptz not null,
  eta timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (integration_id, event_id, delivery_id)
);
create index shop_outbox_open on shop_outbox (delivery_id, number) where state in ('waiting', 'failed');
create index shop_outbox_integration on shop_outbox (integration_id, state);
create index shop_outbox_workspace on shop_outbox (workspace_id);
`
