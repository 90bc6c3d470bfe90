import { sql, type Kysely } from 'kysely'

/**
 * The audit log: what people and programs did, in the order in which it was committed. `server/db/audit-log.ts` has the
 * trigger that numbers and links the entries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const columns = `
  workspace_id uuid not null,
  at timestamptz not null,
  action text not null,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'operator', 'system', 'nobody')),
  -- Also among what is opened: it goes when that goes.
  actor_id uuid,
  record_kind text,
  record_id uuid,
  -- All of them, when one command did the same to many.
  record_ids uuid[],
  changes jsonb not null,
  detail jsonb not null,
  request_id text,
  sealed jsonb not null,
  -- What the seals hide, with the salts: the only part that may be dropped later.
  opened jsonb not null`

const statements = `
-- What the running transaction has done. Its commit moves these into the log, so for everybody else there is nothing here.
create unlogged table audit_notes (
  id bigint generated always as identity primary key,
  ${columns.trim()},
  content_hash text not null
);

create table audit_entries (
  ${columns.trim()},
  -- In the order of commits, from 1, without gaps.
  number bigint not null check (number > 0),
  hash text not null,
  primary key (workspace_id, number),
  foreign key (workspace_id) references workspaces on delete cascade
);
-- A page of the list begins with one of these, whatever it is filtered by.
create index audit_entries_at on audit_entries (workspace_id, at, number);
create index audit_entries_actor on audit_entries (workspace_id, actor_id, at, number);
create index audit_entries_action on audit_entries (workspace_id, action, at, number);
create index audit_entries_actor_action on audit_entries (workspace_id, actor_id, action, at, number);
-- Whoever is no member and no key has no id.
create index audit_entries_kind on audit_entries (workspace_id, actor_kind, at, number)
  where actor_kind in ('operator', 'system', 'nobody');
create index audit_entries_record on audit_entries (workspace_id, record_id, at, number) where record_id is not null;
create index audit_entries_records on audit_entries using gin (record_ids) where record_ids is not null;

create table audit_heads (
  workspace_id uuid primary key references workspaces on delete cascade,
  length bigint not null,
  hash text not null,
  -- Up to when personal values were dropped.
  forgotten_until timestamptz
);

-- What was found when the log was last read from its beginning, and the head that was signed then.
create table audit_checks (
  workspace_id uuid primary key references workspaces on delete cascade,
  state text not null check (state in ('waiting', 'whole', 'broken')),
  asked_at timestamptz not null,
  checked_at timestamptz,
  entries bigint not null default 0,
  misfit jsonb,
  signed_length bigint,
  signed_hash text,
  signature text,
  public_key jsonb
);

-- Which sessions have begun to work in which workspaces.
create table audit_visits (
  workspace_id uuid not null references workspaces on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  primary key (workspace_id, session_id)
);
create index audit_visits_session on audit_visits (session_id);
`
