import { sql, type Kysely } from 'kysely'

/** Changes of dispatched plans that drivers do not see before somebody publishes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- How many changes of it are not published. Whoever has seen fewer or more has not seen the plan as it is.
alter table plans add unpublished integer not null default 0 check (unpublished >= 0);
create trigger raise_version_unpublished before update on plans for each row
  when (old.unpublished <> new.unpublished and old.changes = new.changes and old.state = new.state)
  execute function raise_version();

create table unpublished_changes (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  plan_id uuid not null references plans on delete cascade,
  -- 1, 2, 3 … in each plan: the order in which they are made.
  number integer not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'system')),
  actor_id uuid,
  -- In words; it names drivers and numbers of deliveries, never recipients.
  sentence text not null,
  -- As they were asked for, and with places that are known.
  edits jsonb not null,
  steps jsonb not null,
  -- What the engine said when it found the places.
  notes jsonb not null default '[]',
  -- Taken back, and may be put back until the plan is published.
  withdrawn_at timestamptz,
  unique (plan_id, number)
);
create index unpublished_changes_workspace on unpublished_changes (workspace_id);
`
