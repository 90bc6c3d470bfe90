import { sql, type Kysely } from 'kysely'

/** Addresses that events are posted to, and every call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table webhook_endpoints (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  url text not null,
  description text not null,
  -- Types, or patterns such as plan.*; empty for all.
  types text[] not null,
  -- Null for all.
  depot_ids uuid[],
  active boolean not null default true,
  paused_at timestamptz,
  paused_why text check (paused_why in ('failing', 'gone')),
  secret bytea not null,
  previous_secret bytea,
  previous_secret_ends_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (workspace_id, id)
);

-- How far the log was read for an endpoint, and how it does. Apart from it, because this changes without an event.
create table webhook_progress (
  endpoint_id uuid primary key,
  workspace_id uuid not null,
  position bigint not null,
  -- Failures since the last success.
  failures integer not null default 0,
  failing_since timestamptz,
  try_after timestamptz not null default '-infinity',
  last_sent_at timestamptz,
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);
create index webhook_progress_workspace on webhook_progress (workspace_id);

create table webhook_calls (
  id uuid primary key default new_id(),
  -- The order of events, and of replays after them.
  number bigint generated always as identity,
  workspace_id uuid not null,
  endpoint_id uuid not null,
  batch_id bigint not null,
  index integer not null,
  event_id uuid not null,
  type text not null,
  subject_kind text not null,
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'undelivered')),
  -- Whether no earlier call about the same subject is still to be sent.
  is_next boolean not null,
  attempts integer not null default 0,
  send_after timestamptz not null,
  claimed_at timestamptz,
  status integer,
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);
create index webhook_calls_due on webhook_calls (endpoint_id, send_after, number) where state = 'waiting' and is_next;
create index webhook_calls_open on webhook_calls (endpoint_id, subject_id, number) where state in ('waiting', 'sending');
create index webhook_calls_claimed on webhook_calls (endpoint_id, claimed_at) where state = 'sending';
create index webhook_calls_undelivered on webhook_calls (endpoint_id, created_at) where state = 'undelivered';
create index webhook_calls_newest on webhook_calls (workspace_id, number desc);
create index webhook_calls_endpoint on webhook_calls (endpoint_id, number desc);
create index webhook_calls_created on webhook_calls (created_at);

create table webhook_answers (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  call_id uuid not null references webhook_calls on delete cascade,
  at timestamptz not null,
  took_ms integer not null,
  status integer,
  failure text,
  answer text not null
);
create index webhook_answers_call on webhook_answers (call_id, id);
`
