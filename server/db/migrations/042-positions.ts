import { sql, type Kysely } from 'kysely'

/** Where drivers are and have been, and the trackers that say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    /*
     * Every fix that is kept, once. A table for each day (in the schema position_days) makes it quick to forget a day. What
     * is of a day without a table, such as after a restore, is in the default one until the day's is made.
     *
     * Without foreign keys, which would be checked for each fix. Triggers on drivers and shifts do what they would do.
     */
    create table positions (
      workspace_id uuid not null,
      driver_id uuid not null,
      recorded_at timestamptz not null,
      received_at timestamptz not null,
      lat double precision not null,
      lng double precision not null,
      accuracy_m real,
      speed_mps real,
      heading real,
      battery_percent real,
      charging boolean,
      source text not null,
      shift_id uuid not null,
      -- Why it is not shown, if nobody can have been there.
      hidden text,
      primary key (workspace_id, driver_id, recorded_at)
    ) partition by range (recorded_at);
    create schema position_days;
    create table position_days.other partition of positions default;
    alter table position_days.other enable row level security;

    -- Where each driver is now, and what has to be known to judge the next fix.
    create table driver_positions (
      workspace_id uuid not null references workspaces on delete cascade,
      driver_id uuid primary key references drivers on delete cascade,
      recorded_at timestamptz,
      received_at timestamptz,
      lat double precision,
      lng double precision,
      accuracy_m real,
      speed_mps real,
      heading real,
      battery_percent real,
      charging boolean,
      source text,
      shift_id uuid,
      track jsonb not null,
      -- How many fixes came on a day, to keep only so many.
      counted_day date not null,
      counted integer not null
    ) with (fillfactor = 70);
    create index driver_positions_workspace on driver_positions (workspace_id);

    create table stays (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      driver_id uuid not null references drivers on delete cascade,
      kind text not null check (kind in ('stay', 'detour')),
      from_at timestamptz not null,
      to_at timestamptz not null,
      lat double precision not null,
      lng double precision not null,
      -- Stops come and go with changes of a plan, so nothing refers to them.
      stop_id uuid,
      route_id uuid,
      off_route_m real
    );
    create index stays_driver on stays (workspace_id, driver_id, from_at);

    create table trackers (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      driver_id uuid not null references drivers on delete cascade,
      name text not null,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      last_seen_at timestamptz,
      revoked_at timestamptz
    );
    create index trackers_driver on trackers (workspace_id, driver_id);

    create function forget_positions_of_driver() returns trigger language plpgsql as $$
    begin
      delete from positions p where p.workspace_id = old.workspace_id and p.driver_id = old.id;
      return null;
    end $$;
    create trigger forget_positions after delete on drivers for each row execute function forget_positions_of_driver();

    -- A phone may say late that its shift was over. Nothing outside of shifts is kept.
    create function forget_positions_outside_shift() returns trigger language plpgsql as $$
    begin
      delete from positions p where p.workspace_id = new.workspace_id and p.driver_id = new.driver_id
        and p.shift_id = new.id and (p.recorded_at > new.ended_at or p.recorded_at < new.started_at);
      delete from stays s where s.workspace_id = new.workspace_id and s.driver_id = new.driver_id
        and s.from_at > new.ended_at
        and not exists (select from shifts o where o.workspace_id = s.workspace_id and o.driver_id = s.driver_id
          and o.started_at <= s.from_at and (o.ended_at is null or o.ended_at >= s.from_at));
      update driver_positions d
        set (recorded_at, received_at, lat, lng, accuracy_m, speed_mps, heading, battery_percent, charging, source) = (
            select p.recorded_at, p.received_at, p.lat, p.lng, p.accuracy_m, p.speed_mps, p.heading, p.battery_percent,
                p.charging, p.source
              from positions p where p.workspace_id = new.workspace_id and p.driver_id = new.driver_id
                and p.hidden is null and p.shift_id = new.id order by p.recorded_at desc limit 1),
          track = '{}'
        where d.workspace_id = new.workspace_id and d.driver_id = new.driver_id and d.shift_id = new.id
          and d.recorded_at > new.ended_at;
      return null;
    end $$;
    create trigger forget_positions after update of ended_at on shifts
      for each row when (new.ended_at is not null) execute function forget_positions_outside_shift();`,
    )
    .execute(db)
}
