import { sql, type Kysely } from 'kysely'

/** When plans are made by themselves, which orders these plans have, and alerts about plans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table waves (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      name text not null,
      plan_at time not null,
      -- Orders that come later join the next wave.
      freeze_at time,
      -- 1 for Monday to 7 for Sunday; null for the days on which somebody works.
      weekdays smallint[],
      plans_for text not null check (plans_for in ('same_day', 'next_working_day')),
      depot_id uuid references depots on delete cascade,
      -- Null for all drivers who work.
      driver_ids uuid[],
      time_limit_seconds integer not null,
      moves_late_orders boolean not null default true,
      active boolean not null default true,
      -- Times before are over: the wave did not exist yet, or was to plan at another time.
      armed_at timestamptz not null default now(),
      last_day date,
      last_run jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version integer not null default 1
    );
    create unique index waves_name on waves (workspace_id, lower(name));
    create index waves_depot on waves (depot_id);

    alter table plans
      add column by_itself boolean not null default false,
      -- Of a wave that freezes: the plan has orders that had come by then.
      add column orders_until timestamptz;

    -- Plans come and go, so an alert refers to none.
    alter table alerts add column plan_id uuid;`,
    )
    .execute(db)
}
