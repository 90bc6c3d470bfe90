import { sql, type Kysely } from 'kysely'

/** What drivers earn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table pay_rules (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  -- Null for all drivers.
  driver_id uuid references drivers on delete cascade,
  valid_from date not null,
  currency text not null,
  per_hour bigint not null check (per_hour >= 0),
  per_stop bigint not null check (per_stop >= 0),
  per_km bigint not null check (per_km >= 0),
  pays_breaks boolean not null,
  created_at timestamptz not null,
  constraint pay_rules_day unique nulls not distinct (workspace_id, driver_id, valid_from)
);
create index pay_rules_driver on pay_rules (driver_id);
create index stop_progress_driver on stop_progress (workspace_id, driver_id, done_at) where done_at is not null;
create index shifts_started on shifts (workspace_id, started_at)`,
    )
    .execute(db)
}
