import { asOwner } from './as-owner.ts'

/** What has to be done for vehicles, of all workspaces. */
export const fleetFunctions: Record<string, string> = {
  /*
   * Adds up how far shifts went, in steps: an open one goes on from its last position. One that has ended is added up again
   * as a whole, and twice a day until it began nine days ago, so that positions that come late count. Moves of less than 25 m are noise of
   * somebody who stands. Returns how many shifts it looked at.
   */
  step_drives: `create function step_drives(moment timestamptz, most integer) returns integer
    language plpgsql volatile ${asOwner} as $$
    declare
      shift record;
      fix record;
      looked integer := 0;
      total double precision;
      seen_at timestamptz;
      here_lat double precision;
      here_lng double precision;
      move double precision;
    begin
      -- One server does it.
      if not pg_try_advisory_xact_lock(hashtext('karta steps drives')) then
        return 0;
      end if;
      for shift in
        select s.workspace_id, s.id, s.driver_id, s.vehicle_id, s.started_at, s.ended_at, w.time_zone,
            d.meters, d.until_at, d.lat, d.lng, s.ended_at is null and d.shift_id is not null as goes_on
          from shifts s join workspaces w on w.id = s.workspace_id
            left join vehicle_drives d on d.workspace_id = s.workspace_id and d.shift_id = s.id
          where s.vehicle_id is not null and s.started_at > moment - interval '9 days' and (d.shift_id is null
            or d.counted_at < moment - interval '5 minutes'
              and (s.ended_at is null or d.counted_at < s.ended_at + interval '5 minutes')
            or d.counted_at < moment - interval '12 hours')
          order by d.counted_at nulls first limit most
      loop
        looked := looked + 1;
        total := case when shift.goes_on then shift.meters else 0 end;
        seen_at := case when shift.goes_on then shift.until_at else shift.started_at end;
        here_lat := case when shift.goes_on then shift.lat end;
        here_lng := case when shift.goes_on then shift.lng end;
        for fix in
          select p.lat, p.lng, p.recorded_at from positions p
            where p.workspace_id = shift.workspace_id and p.driver_id = shift.driver_id and p.shift_id = shift.id
              and p.recorded_at > seen_at and p.recorded_at <= coalesce(shift.ended_at, moment) and p.hidden is null
            order by p.recorded_at
        loop
          seen_at := fix.recorded_at;
          move := case when here_lat is not null then 12742017.6 * asin(least(1, sqrt(
            sin(radians(fix.lat - here_lat) / 2) ^ 2
              + cos(radians(here_lat)) * cos(radians(fix.lat)) * sin(radians(fix.lng - here_lng) / 2) ^ 2))) end;
          if here_lat is null or move >= 25 then
            total := total + coalesce(move, 0);
            here_lat := fix.lat;
            here_lng := fix.lng;
          end if;
        end loop;
        insert into vehicle_drives as d (workspace_id, shift_id, vehicle_id, day, meters, started_at, until_at, lat, lng,
            counted_at)
          values (shift.workspace_id, shift.id, shift.vehicle_id, (shift.started_at at time zone shift.time_zone)::date,
            total, shift.started_at, seen_at, here_lat, here_lng, moment)
          -- Positions that were forgotten meanwhile do not take their distance along.
          on conflict (workspace_id, shift_id) do update set counted_at = excluded.counted_at,
            until_at = greatest(d.until_at, excluded.until_at), lat = coalesce(excluded.lat, d.lat),
            lng = coalesce(excluded.lng, d.lng), meters = greatest(d.meters, excluded.meters);
      end loop;
      return looked;
    end $$`,

  // Workspaces in which something about a vehicle may become due.
  workspaces_with_fleet: `create function workspaces_with_fleet() returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select w.id from workspaces w
        where exists (select from maintenance_schedules m where m.workspace_id = w.id)
          or exists (select from fleet_documents f where f.workspace_id = w.id and f.expires_on is not null)
          or exists (select from work_orders o where o.workspace_id = w.id and o.state in ('open', 'in_workshop'))
          or exists (select from alerts a where a.workspace_id = w.id and a.settled_at is null
            and a.kind in ('maintenance_due', 'vehicle_away', 'document_ends'))
    $$`,

  // Workspaces with transfers under way, or with something said about one that was overdue.
  workspaces_with_transfers: `create function workspaces_with_transfers() returns table (workspace_id uuid)
    language sql stable ${asOwner} as $$
      select w.id from workspaces w
        where exists (select from transfers t where t.workspace_id = w.id and t.state in ('planned', 'departed'))
          or exists (select from alerts a where a.workspace_id = w.id and a.settled_at is null
            and a.kind = 'transfer_overdue')
    $$`,
}
