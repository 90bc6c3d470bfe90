import { sql, type Kysely } from 'kysely'

/** What tiers allow: licenses and who has them, deliveries that wait for the next month, and what was used on each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table workspaces
  -- On Standard: how many drivers can be given routes. Null for all.
  add licenses integer check (licenses between 1 and 100000),
  -- Who has a license if there are more active drivers. Then come those who were added first.
  add licensed_driver_ids uuid[] not null default '{}',
  -- From then on nothing new is planned, because a payment failed.
  add planning_stops_at timestamptz,
  -- Name, email and phone of whoever looks after an Enterprise workspace.
  add account_manager jsonb;

-- Where a month has a limit: deliveries with higher numbers wait until it ends.
create table quota_months (
  workspace_id uuid primary key references workspaces on delete cascade,
  waits_above integer not null,
  ends_at timestamptz not null
);

-- What there was at the end of a day, or is by now.
create table usage_days (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  bytes_stored bigint not null,
  active_drivers integer not null,
  primary key (workspace_id, day)
);

-- The tier of new workspaces, as the owner of the first one chose.
create table site.installation (
  is_only boolean primary key default true check (is_only),
  default_tier text not null check (default_tier in ('free', 'standard', 'enterprise')),
  chosen_at timestamptz not null
);
`
