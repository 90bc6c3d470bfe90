import { asOwner } from './as-owner.ts'

/**
 * Taking positions. Fixes of all workspaces are stored together, so that many phones cost one commit. Who sends was checked
 * before, and each driver is looked for in the workspace that it came with.
 */
export const positionFunctions: Record<string, string> = {
  /*
   * What has to be known to judge fixes: what is remembered of each driver, the shifts that the fixes may be in, and for
   * drivers of `asking` the next stops. No row for a driver who is none of that workspace.
   */
  tracks_of: `create function tracks_of(workspaces uuid[], drivers uuid[], firsts timestamptz[], lasts timestamptz[],
      asking boolean[], at timestamptz)
    returns table (driver_id uuid, depot_id uuid, track jsonb, recorded_at timestamptz, counted_day date, counted integer,
      keeps_days integer, open_shift uuid, shifts json, next_stops json)
    language plpgsql stable ${asOwner} as $$
    begin
      return query
        select g.driver, d.depot_id, p.track, p.recorded_at, p.counted_day, p.counted,
            coalesce(r.keep_positions_days, 90),
            (select s.id from shifts s where s.workspace_id = g.workspace and s.driver_id = g.driver
              and s.ended_at is null order by s.started_at desc limit 1),
            (select json_agg(json_build_array(s.id, s.started_at, s.ended_at) order by s.started_at)
              from shifts s where s.workspace_id = g.workspace and s.driver_id = g.driver
                and s.started_at <= g.last and (s.ended_at is null or s.ended_at >= g.first)),
            case when g.asks then (
              select json_agg(json_build_object('stop_id', n.id, 'route_id', n.route_id, 'lat', n.lat, 'lng', n.lng,
                  'radius_m', coalesce(r.arrival_radius_m, 120)) order by n.starts_at, n.position)
              from (select s.id, s.route_id, s.lat, s.lng, o.starts_at, s.position
                from routes o join plans l on l.id = o.plan_id and l.state = 'dispatched'
                  join stops s on s.route_id = o.id
                  left join deliveries v on v.id = s.delivery_id
                  left join stop_progress q on q.workspace_id = g.workspace and q.stop_id = s.id
                where o.driver_id = g.driver and o.workspace_id = g.workspace
                  and o.starts_at < at + interval '12 hours' and o.ends_at > at - interval '18 hours'
                  and s.kind in ('pickup', 'delivery') and s.lat is not null
                  and q.done_at is null and q.skipped_at is null
                  and coalesce(v.status, '') not in ('delivered', 'failed', 'cancelled')
                order by o.starts_at, s.position limit 3) n) end
          from unnest(workspaces, drivers, firsts, lasts, asking) as g(workspace, driver, first, last, asks)
            join drivers d on d.id = g.driver and d.workspace_id = g.workspace and d.active
            left join driver_positions p on p.driver_id = g.driver
            left join road_settings r on r.workspace_id = g.workspace;
    end $$`,

  /*
   * Keeps fixes, moves the markers forward, and notes stays and trackers, all together. Each fix says which of the drivers it
   * is of, from 1. Returns the numbers of the fixes that were there before, from 1. Drivers are locked in the order of their
   * ids, so that servers do not block each other.
   */
  record_positions: `create function record_positions(workspaces uuid[], drivers uuid[], who integer[],
      times timestamptz[], lats double precision[], lngs double precision[], accuracies real[], speeds real[],
      headings real[], batteries real[], charges boolean[], sources text[], given_shifts uuid[], lies text[],
      markers json, given_stays json, seen uuid[], at timestamptz)
    returns table (doubled integer)
    language plpgsql volatile ${asOwner} as $$
    declare
      kept integer;
      has_ended boolean;
    begin
      -- A shift that ends meanwhile waits for this, and then drops what is outside of it. One that has ended since its fixes
      -- were judged makes them be judged again.
      with locked as (
        select s.ended_at < k.t as is_outside
          from (select g.i, g.shift, max(g.t) as t from unnest(who, times, given_shifts) as g(i, t, shift) group by 1, 2) k
            join shifts s on s.workspace_id = workspaces[k.i] and s.id = k.shift
          order by s.workspace_id, s.id for share of s)
      select bool_or(l.is_outside) into has_ended from locked l;
      if has_ended then
        raise exception 'a shift has ended' using errcode = 'serialization_failure';
      end if;
      insert into driver_positions as p (workspace_id, driver_id, recorded_at, received_at, lat, lng, accuracy_m,
          speed_mps, heading, battery_percent, charging, source, shift_id, track, counted_day, counted)
        select m.w, m.d, m.t, m.r, m.lat, m.lng, m.a, m.s, m.h, m.b, m.c, m.o, m.shift, m.track, m.day, m.counted
          from json_to_recordset(markers) as m(w uuid, d uuid, t timestamptz, r timestamptz, lat double precision,
            lng double precision, a real, s real, h real, b real, c boolean, o text, shift uuid, track jsonb, day date,
            counted integer)
          order by m.d
        on conflict (driver_id) do update set recorded_at = excluded.recorded_at, received_at = excluded.received_at,
          lat = excluded.lat, lng = excluded.lng, accuracy_m = excluded.accuracy_m, speed_mps = excluded.speed_mps,
          heading = excluded.heading, battery_percent = excluded.battery_percent, charging = excluded.charging,
          source = excluded.source, shift_id = excluded.shift_id, track = excluded.track,
          counted_day = excluded.counted_day, counted = excluded.counted
          where p.workspace_id = excluded.workspace_id and (p.recorded_at is null or p.recorded_at < excluded.recorded_at);
      update driver_positions p set track = coalesce(m.track, p.track), counted_day = m.day, counted = m.counted
        from json_to_recordset(markers) as m(w uuid, d uuid, t timestamptz, track jsonb, day date, counted integer)
        where p.driver_id = m.d and p.workspace_id = m.w and m.t is null;
      if given_stays is not null then
        insert into stays (workspace_id, driver_id, kind, from_at, to_at, lat, lng, stop_id, route_id, off_route_m)
          select s.w, s.d, s.kind, s.f, s.t, s.lat, s.lng, s.stop, s.route, s.off
            from json_to_recordset(given_stays) as s(w uuid, d uuid, kind text, f timestamptz, t timestamptz,
              lat double precision, lng double precision, stop uuid, route uuid, off real);
      end if;
      if cardinality(seen) > 0 then
        update trackers t set last_seen_at = at
          from (select l.id from trackers l where l.id = any(seen)
            and (l.last_seen_at is null or l.last_seen_at < at - interval '20 seconds') for update skip locked) s
          where t.id = s.id;
      end if;
      insert into positions as p (workspace_id, driver_id, recorded_at, received_at, lat, lng, accuracy_m, speed_mps,
          heading, battery_percent, charging, source, shift_id, hidden)
        select workspaces[g.i], drivers[g.i], g.t, at, g.lat, g.lng, g.a, g.s, g.h, g.b, g.c, g.o, g.shift, g.lie
          from unnest(who, times, lats, lngs, accuracies, speeds, headings, batteries, charges, sources, given_shifts, lies)
            as g(i, t, lat, lng, a, s, h, b, c, o, shift, lie)
        on conflict do nothing;
      get diagnostics kept = row_count;
      if kept < cardinality(who) then
        -- Those that are there, but not from this transaction.
        return query select g.n::integer from unnest(who, times) with ordinality as g(i, t, n)
          join positions p on p.workspace_id = workspaces[g.i] and p.driver_id = drivers[g.i] and p.recorded_at = g.t
          where p.xmin <> pg_current_xact_id()::xid;
      end if;
    end $$`,

  // How long positions are kept in the transaction's workspace, and the open shift of a driver there, who may not see either.
  position_keeping: `create function position_keeping(driver uuid) returns table (keeps_days integer, shift_id uuid)
    language plpgsql stable ${asOwner} as $$
    declare
      here uuid := nullif(current_setting('karta.workspace', true), '')::uuid;
    begin
      return query select coalesce((select r.keep_positions_days from road_settings r where r.workspace_id = here), 90),
        (select s.id from shifts s where s.workspace_id = here and s.driver_id = driver and s.ended_at is null
          order by s.started_at desc limit 1);
    end $$`,

  // Whose tracker a token is.
  find_tracker: `create function find_tracker(hash bytea)
    returns table (id uuid, workspace_id uuid, driver_id uuid, revoked_at timestamptz)
    language sql stable ${asOwner} as $$
      select t.id, t.workspace_id, t.driver_id, t.revoked_at from trackers t where t.token_hash = hash
    $$`,

  /*
   * Makes the tables of the days from one to another, and of those whose fixes wait in the default one. They are made
   * apart and then attached, so that nobody waits while fixes move.
   */
  make_position_days: `create function make_position_days(from_day date, to_day date) returns integer
    language plpgsql volatile security definer set search_path = public, pg_temp set lock_timeout = '3s'
      set timezone = 'UTC' as $$
    declare
      made integer := 0;
      each record;
    begin
      perform pg_advisory_xact_lock(hashtext('karta makes position days'));
      for each in
        select w.day, 'day_' || to_char(w.day, 'YYYYMMDD') as name
          from (select generate_series(from_day, to_day, interval '1 day')::date as day
            union select distinct (o.recorded_at at time zone 'UTC')::date from position_days.other o) w
          where to_regclass('position_days.day_' || to_char(w.day, 'YYYYMMDD')) is null order by 1
      loop
        execute format('create table position_days.%I (like positions including defaults including constraints including indexes)', each.name);
        execute format('alter table position_days.%I enable row level security', each.name);
        lock table position_days.other in share row exclusive mode;
        execute format('with gone as (delete from position_days.other where recorded_at >= %L and recorded_at < %L returning *)
          insert into position_days.%I select * from gone', each.day, each.day + 1, each.name);
        execute format('alter table positions attach partition position_days.%I for values from (%L) to (%L)',
          each.name, each.day::timestamp at time zone 'UTC', (each.day + 1)::timestamp at time zone 'UTC');
        made := made + 1;
      end loop;
      return made;
    end $$`,

  /*
   * Forgets what is older than each workspace keeps it: a day that nobody keeps goes as a whole, of others at most so many
   * fixes. Returns how many fixes and days went; 0 if nothing is left to forget.
   */
  forget_positions: `create function forget_positions(at timestamptz, most integer) returns integer
    language plpgsql volatile security definer set search_path = public, pg_temp set lock_timeout = '3s'
      set timezone = 'UTC' as $$
    declare
      longest integer := (select coalesce(max(coalesce(r.keep_positions_days, 90)), 90)
        from workspaces w left join road_settings r on r.workspace_id = w.id);
      gone integer := 0;
      part integer;
      each record;
    begin
      perform pg_advisory_xact_lock(hashtext('karta makes position days'));
      for each in
        select c.relname as name, to_date(substr(c.relname, 5), 'YYYYMMDD') as day
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'position_days' and c.relname ~ '^day_\\d{8}$' and c.relkind = 'r' order by 1
      loop
        exit when each.day >= (at at time zone 'UTC')::date or gone >= most;
        if each.day + 1 + longest <= (at at time zone 'UTC')::date then
          execute format('drop table position_days.%I', each.name);
          gone := gone + 1;
        else
          execute format('delete from position_days.%I p using (
              select o.workspace_id, o.driver_id, o.recorded_at from workspaces w
                left join road_settings r on r.workspace_id = w.id
                cross join lateral (select q.* from position_days.%I q where q.workspace_id = w.id
                  and q.recorded_at < $1 - make_interval(days => coalesce(r.keep_positions_days, 90)) limit $2) o
              where $1 - make_interval(days => coalesce(r.keep_positions_days, 90)) > $3 limit $2) old
            where p.workspace_id = old.workspace_id and p.driver_id = old.driver_id and p.recorded_at = old.recorded_at',
            each.name, each.name) using at, most - gone, each.day::timestamptz;
          get diagnostics part = row_count;
          gone := gone + part;
        end if;
      end loop;
      delete from stays s using workspaces w left join road_settings r on r.workspace_id = w.id
        where s.workspace_id = w.id and s.to_at < at - make_interval(days => coalesce(r.keep_positions_days, 90));
      delete from driver_positions p using workspaces w left join road_settings r on r.workspace_id = w.id
        where p.workspace_id = w.id and p.recorded_at < at - make_interval(days => coalesce(r.keep_positions_days, 90));
      return gone;
    end $$`,

  // Takes the places out of so many entries of phones that are older than their workspace keeps positions. Returns how many.
  forget_fixes: `create function forget_fixes(moment timestamptz, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      gone integer;
    begin
      update road_entries e set fix = null, fix_removed_at = moment where e.ctid = any(array(
        select o.ctid from workspaces w left join road_settings r on r.workspace_id = w.id
          cross join lateral (select q.ctid from road_entries q where q.workspace_id = w.id and q.fix is not null
            and q.happened_at < moment - make_interval(days => coalesce(r.keep_positions_days, 90)) limit most) o
        limit most));
      get diagnostics gone = row_count;
      return gone;
    end $$`,
}
