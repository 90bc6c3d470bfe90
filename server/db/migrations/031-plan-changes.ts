import { sql, type Kysely } from 'kysely'

/** What dispatchers change of a plan after it was made, and what it replaced, so that it can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const isRunning = (state: string) => `${state} in ('queued', 'optimizing')`

const statements = `
-- How often it was changed since it was made. Each time, it is another version.
alter table plans add changes integer not null default 0;
drop trigger raise_version on plans;
create trigger raise_version before update on plans for each row
  when (old.finish_requested_at is distinct from new.finish_requested_at or old.changes <> new.changes
    or old.state <> new.state and not (${isRunning('old.state')} and ${isRunning('new.state')}))
  execute function raise_version();

create table plan_changes (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  plan_id uuid not null references plans on delete cascade,
  -- 1, 2, 3 … in each plan.
  number integer not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'system')),
  actor_id uuid,
  -- In words; it names drivers and numbers of deliveries, never recipients.
  sentence text not null,
  types text[] not null,
  edits jsonb not null,
  effect jsonb not null,
  route_ids uuid[] not null,
  delivery_ids uuid[] not null,
  -- The routes as they were; null once that can no longer be told without personal data.
  replaced jsonb,
  -- A fingerprint of each route as the change left it; null for a removed one.
  after jsonb not null,
  undoes uuid references plan_changes on delete cascade,
  undone_by uuid references plan_changes on delete set null,
  unique (plan_id, number)
);
create index plan_changes_deliveries on plan_changes using gin (delivery_ids);
`
