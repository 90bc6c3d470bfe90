import { sql, type Kysely } from 'kysely'

/**
 * The event log: what changed in a workspace, in the order in which it was committed. `server/db/event-log.ts` has the
 * triggers that keep it gapless and complete.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- Each workspace's last batch, with its length, and the last one that was forgotten. A mark tells a batch from another one
-- that got its position after a restore.
create table event_heads (
  workspace_id uuid primary key references workspaces on delete cascade,
  position bigint not null,
  mark integer not null,
  length integer not null,
  forgotten_position bigint not null default 0,
  forgotten_mark integer not null default 0,
  forgotten_length integer not null default 0
);

-- The events that a transaction appends to a workspace's log. Its position is given as the transaction commits.
create table event_batches (
  workspace_id uuid not null references workspaces on delete cascade,
  id bigint generated always as identity,
  position bigint,
  mark integer not null default (random() * 2147483647)::integer,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index event_batches_position on event_batches (workspace_id, position);
create index event_batches_at on event_batches (at);

create table events (
  workspace_id uuid not null,
  batch_id bigint not null,
  -- The place in the batch, from 1.
  index integer not null check (index > 0),
  id uuid not null default new_id(),
  type text not null,
  subject_kind text not null,
  subject_id uuid not null,
  -- The version of the record after the change, if it has one.
  version integer,
  data jsonb not null,
  -- What the changed fields were before.
  previous jsonb not null,
  why text,
  -- Whose drivers' business it is.
  driver_ids uuid[] not null default '{}',
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'system')),
  actor_id uuid,
  actor_name text not null,
  at timestamptz not null,
  primary key (workspace_id, batch_id, index),
  foreign key (workspace_id, batch_id) references event_batches on delete cascade
);
create index events_subject on events (subject_id);

-- What the running transaction changed and owes an event for. Always empty for everybody else, so it need not be logged.
create unlogged table event_debts (
  id bigint generated always as identity primary key,
  workspace_id uuid not null,
  kind text not null,
  ids uuid[] not null,
  -- Empty if these records have no versions.
  versions integer[] not null
);
`
