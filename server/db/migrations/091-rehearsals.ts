import { sql, type Kysely } from 'kysely'

/** Rehearsals of planned days, with what came of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table rehearsals (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  plan_id uuid not null references plans on delete cascade,
  day date not null,
  -- Of the plan when it was rehearsed.
  plan_version integer not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  days integer not null,
  seed integer not null,
  time_limit_seconds integer not null,
  what_ifs jsonb not null,
  progress jsonb,
  -- Figures and ids, and nothing that is a recipient's.
  result jsonb,
  failure text,
  created_at timestamptz not null default now(),
  -- When a server that works on it last gave a sign of life.
  heartbeat_at timestamptz not null default now(),
  finished_at timestamptz
);
create index rehearsals_newest on rehearsals (workspace_id, created_at desc, id);
create index rehearsals_plan on rehearsals (plan_id)`,
    )
    .execute(db)
}
