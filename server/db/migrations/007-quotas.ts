import { sql, type Kysely } from 'kysely'

/** How much of its quotas each workspace uses. `server/db/stored-counts.ts` makes the triggers that count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- What a workspace has, such as deliveries and bytes.
create table quota_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  used bigint not null,
  recounted_at timestamptz,
  primary key (workspace_id, name)
);

-- What was added to it and taken away since, one row for each statement, so that writers never wait for each other.
create table quota_changes (
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  change bigint not null
);
create index quota_changes_workspace on quota_changes (workspace_id);

-- What happened today. The day ends when it was going to end as it began, even if the time zone changes.
create table quota_days (
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  used bigint not null,
  ends_at timestamptz not null,
  primary key (workspace_id, name)
);

-- Imports of the last day, whose parts come one by one.
create table imports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  rows integer not null,
  received integer not null,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
`
