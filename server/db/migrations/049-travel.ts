import { sql, type Kysely } from 'kysely'

/** Travel times from routing engines, kept so that each pair of places is asked for once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table planning_settings
      add traffic_from text not null default 'steps' check (traffic_from in ('steps', 'learnt')),
      add detour_factor double precision not null default 1 check (detour_factor between 1 and 3);

    alter table plans
      -- What it was timed with, as people see it. Null until it has been timed.
      add travel jsonb,
      -- Whose tables these are, and the speeds over the day.
      add timed_with jsonb,
      -- Routes with drives that nobody has measured yet.
      add estimated_routes uuid[] not null default '{}';
    create index plans_estimated on plans (updated_at) where estimated_routes <> '{}';
    -- How fast the plan took traffic to be, so that what is learnt does not count twice. Null for who passes it.
    alter table eta_observations add traffic_factor double precision default 1;

    -- Seconds and meters from some places to others, as an engine answered.
    create table travel_blocks (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      -- Which engine, where, and how it drives: a digest.
      source text not null,
      -- Places by their numbers, in the order of rows and columns.
      origins bigint[] not null,
      destinations bigint[] not null,
      -- 32-bit numbers, compressed: all seconds, then all meters.
      travel bytea not null,
      asked_at timestamptz not null
    );
    alter table travel_blocks alter column travel set storage external;
    create index travel_blocks_origins on travel_blocks using gin (origins);
    create index travel_blocks_newest on travel_blocks (workspace_id, source, asked_at desc);
    create index travel_blocks_oldest on travel_blocks (asked_at);

    -- The roads from one place to another, as a polyline.
    create table travel_ways (
      workspace_id uuid not null references workspaces on delete cascade,
      source text not null,
      origin bigint not null,
      destination bigint not null,
      -- Null where there is no road.
      way text,
      asked_at timestamptz not null,
      primary key (workspace_id, source, origin, destination)
    );
    create index travel_ways_oldest on travel_ways (asked_at);`,
    )
    .execute(db)
}
