import { sql, type Kysely } from 'kysely'

/** Workspaces that are being moved to another installation, and files with everything of a workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- Nothing in these workspaces changes any more: transactions in them only read.
create table frozen_workspaces (
  workspace_id uuid primary key references workspaces on delete cascade,
  since timestamptz not null default now(),
  -- False while what is being sent is waited for, and nothing new is begun.
  holds boolean not null default false,
  -- Where it is going, as an address. Null if nobody said.
  moves_to text
);

create table workspace_exports (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'canceled', 'ended')),
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  -- What the file is encrypted with, sealed, until the file is there.
  passphrase bytea,
  is_encrypted boolean not null,
  -- The table that is being read, and how many rows have been.
  progress jsonb,
  started_at timestamptz,
  heartbeat_at timestamptz,
  ended_at timestamptz,
  failure text,
  -- The file, while it is there.
  sha256 text references storage.blobs (sha256),
  bytes bigint,
  rows bigint,
  objects integer,
  ends_at timestamptz,
  -- Opens the file to whoever has it, for a while.
  link_hash bytea unique,
  link_ends_at timestamptz,
  downloads integer not null default 0
);
create unique index workspace_exports_open on workspace_exports (workspace_id) where state in ('waiting', 'running');
create index workspace_exports_list on workspace_exports (workspace_id, requested_at desc, id desc);
create index workspace_exports_files on workspace_exports (ends_at) where sha256 is not null;

-- An import brings the events of another installation, of which nobody is to be told again.
drop trigger note_pushed on events;
create trigger note_pushed after insert on events for each row
  when (new.type in ('alert.raised', 'plan.dispatched', 'route.changed', 'message.sent')
    and coalesce(current_setting('karta.moving', true), '') <> 'yes')
  execute function note_pushed_event();
`
