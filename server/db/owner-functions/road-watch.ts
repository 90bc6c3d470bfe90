import { asOwner } from './as-owner.ts'
import { notFrozen } from './moving.ts'

/** What has to be looked at on the road, of all workspaces. */
export const roadWatch: Record<string, string> = {
  /*
   * Routes whose arrivals are to be worked out again: because the driver moved, something happened, or time went by. They are
   * marked as worked out, so that no other server takes them too.
   */
  routes_to_estimate: `create function routes_to_estimate(at timestamptz, most integer)
    returns table (workspace_id uuid, route_id uuid)
    language plpgsql volatile ${asOwner} as $$
    begin
      return query
        with due as materialized (
          select r.workspace_id as workspace, r.id, e.computed_at
          from plans p join routes r on r.plan_id = p.id
            left join route_etas e on e.route_id = r.id
            left join driver_positions d on d.driver_id = r.driver_id
          where p.state = 'dispatched' and p.day between (at - interval '3 days')::date and (at + interval '2 days')::date
            and r.starts_at < at + interval '2 hours' and r.ends_at > at - interval '8 hours'
            and (e.route_id is null or e.is_stale or e.computed_at < at - interval '60 seconds'
              or e.computed_at < at - interval '15 seconds' and d.recorded_at > coalesce(e.position_at, '-infinity'))
          order by e.computed_at nulls first limit most)
        insert into route_etas as e (workspace_id, route_id, computed_at)
          select u.workspace, u.id, at from due u
          on conflict on constraint route_etas_pkey do update set computed_at = excluded.computed_at, is_stale = false
            where e.is_stale or e.computed_at < at - interval '10 seconds'
          returning e.workspace_id, e.route_id;
    end $$`,

  // Drivers on shift from whom nothing has come for longer than their workspace allows, and those who are back, without or with an alert.
  silence_to_tell: `create function silence_to_tell(at timestamptz)
    returns table (workspace_id uuid, driver_id uuid, route_id uuid, since timestamptz, is_silent boolean)
    language plpgsql stable ${asOwner} as $$
    begin
      return query
        with on_shift as (
          select distinct on (s.driver_id) s.workspace_id as workspace, s.driver_id as driver,
            greatest(s.started_at, d.received_at) as heard,
            s.on_break_since is null and greatest(s.started_at, d.received_at)
              < at - make_interval(mins => coalesce(o.silent_after_minutes, 10)) as silent
          from shifts s
            left join driver_positions d on d.driver_id = s.driver_id and d.shift_id = s.id
            left join road_settings o on o.workspace_id = s.workspace_id
          where s.ended_at is null and s.started_at > at - interval '36 hours'
          order by s.driver_id, s.started_at desc),
        told as (
          select a.workspace_id as workspace, a.driver_id as driver from alerts a
          where a.kind = 'driver_silent' and a.settled_at is null)
        select coalesce(n.workspace, t.workspace), coalesce(n.driver, t.driver),
          (select r.id from routes r join plans p on p.id = r.plan_id
            where r.driver_id = n.driver and p.state = 'dispatched' and r.starts_at < at + interval '2 hours'
              and r.ends_at > at - interval '8 hours' order by r.starts_at desc limit 1),
          n.heard, coalesce(n.silent, false)
        from on_shift n full join told t on t.driver = n.driver
        where coalesce(n.silent, false) <> (t.driver is not null) limit 500;
    end $$`,

  // Compartments that have been out of range for as long as their workspace bears, of which nobody was told.
  excursions_to_tell: `create function excursions_to_tell(at timestamptz)
    returns table (workspace_id uuid, vehicle_id uuid, compartment text, began_at timestamptz)
    language sql stable ${asOwner} as $$
      select e.workspace_id, e.vehicle_id, e.compartment, e.began_at from temperature_excursions e
        left join road_settings o on o.workspace_id = e.workspace_id
        where e.told_at is null and e.ended_at is null and e.began_at > at - interval '7 days'
          and e.began_at <= at - make_interval(mins => coalesce(o.temperature_breach_minutes, 10))
        order by e.began_at limit 500
    $$`,

  // Workspaces that have learned something since their model was last made from all of it.
  workspaces_to_fit: `create function workspaces_to_fit(at timestamptz) returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select w.id from workspaces w left join eta_fits f on f.workspace_id = w.id
        where (f.fitted_at is null or f.fitted_at < at - interval '20 hours')
          and extract(hour from at at time zone w.time_zone) between 2 and 5
          and exists (select from eta_observations o where o.workspace_id = w.id)
        order by f.fitted_at nulls first limit 20
    $$`,

  /*
   * Forgets some of what was said and seen so long ago that nobody learns from it, and of what drivers were expected to do
   * also what is older than their workspace keeps positions. Returns how much.
   */
  forget_road_figures: `create function forget_road_figures(at timestamptz, kept_days integer, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      gone integer;
      total integer := 0;
    begin
      delete from eta_history h where h.ctid = any(array(
        select o.ctid from workspaces w left join road_settings r on r.workspace_id = w.id
          cross join lateral (select q.ctid from eta_history q where q.workspace_id = w.id
            and q.said_at < at - make_interval(days => least(kept_days, coalesce(r.keep_positions_days, 90))) limit most) o
        limit most));
      get diagnostics gone = row_count;
      total := total + gone;
      delete from eta_observations h where h.ctid = any(array(
        select o.ctid from eta_observations o where o.observed_at < at - make_interval(days => kept_days) limit most));
      get diagnostics gone = row_count;
      return total + gone;
    end $$`,

  // Deletes so many alerts that somebody dealt with, or that were over, before then. Returns how many.
  forget_alerts: `create function forget_alerts(before timestamptz, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      gone integer;
    begin
      delete from alerts a where a.id = any(array(
        select o.id from alerts o where o.state = 'done' and o.done_at < before limit most));
      get diagnostics gone = row_count;
      return gone;
    end $$`,

  // Photos that phones announced before then and that have not arrived, of which nobody was told.
  photos_to_miss: `create function photos_to_miss(before timestamptz, most integer)
    returns table (workspace_id uuid, photo_id uuid)
    language sql stable ${asOwner} as $$
      select p.workspace_id, p.id from photos p
        where p.state = 'expected' and p.missing_at is null and p.expected_at < before
        order by p.expected_at limit most
    $$`,

  // Takes events that people are to be told of, in the transaction that makes notifications of them.
  take_push_events: `create function take_push_events(most integer)
    returns table (workspace_id uuid, type text, subject_id uuid, driver_ids uuid[], actor_id uuid)
    language sql volatile ${asOwner} as $$
      delete from push_outbox where id = any(array(
          select o.id from push_outbox o where ${notFrozen('o')} order by o.id limit most for update skip locked))
        returning workspace_id, type, subject_id, driver_ids, actor_id
    $$`,

  // Urgent alerts that nobody has seen, and who is to be told next.
  alerts_to_escalate: `create function alerts_to_escalate(at timestamptz)
    returns table (workspace_id uuid, alert_id uuid)
    language sql stable ${asOwner} as $$
      select a.workspace_id, a.id from alerts a join alert_settings s on s.workspace_id = a.workspace_id
        where ${notFrozen('a')} and a.state = 'open' and a.severity = 'high' and a.settled_at is null
          and a.raised_at < at - make_interval(mins => (s.escalation -> a.escalated ->> 'after_minutes')::int)
        limit 200
    $$`,
}
