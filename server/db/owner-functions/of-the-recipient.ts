import { notificationEvents } from '#domain/notifications/events.ts'
import { role } from '../transaction-role.ts'
import { asOwner } from './as-owner.ts'

/** What recipients see of the route that brings their delivery: their own stop, and how far it is. */
export const ofTheRecipient: Record<string, string> = {
  // Whether the transaction's workspace tells recipients anything by push.
  pushes_to_recipients: `create function pushes_to_recipients() returns boolean language sql stable ${asOwner} as $$
      select exists (select from notification_settings s
        where s.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and s.active
          and (select count(*) from jsonb_each(s.choices) c where c.value ->> 'push' = 'false') < ${notificationEvents.length})
    $$`,

  // Whether the transaction's workspace offers delivery slots at all. What they cost and where is not the recipient's business.
  offers_slots: `create function offers_slots() returns boolean language sql stable ${asOwner} as $$
      select exists (select from slot_settings s
        where s.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and s.is_on)
    $$`,

  /*
   * How far the deliveries of the transaction's workspace are on dispatched routes: all of `wanted`, or for a recipient the
   * own one. The stop is where it is handed to the recipient, or collected from them.
   *
   * Stops before are places where the driver still has to stop first. The van is there only when the workspace's settings
   * say so, the driver is on the way, and the position is not old.
   */
  tracked_stops: `create function tracked_stops(wanted uuid[], at timestamptz) returns table (delivery_id uuid,
      stop_id uuid, route_id uuid, driver_id uuid, planned_at timestamptz, p10_at timestamptz, p90_at timestamptz, stops_before integer,
      has_left boolean, arrived_at timestamptz, van_lat double precision, van_lng double precision, van_at timestamptz)
    language sql stable ${asOwner} as $$
      with own as (
        select d.id as delivery_id, d.status, s.id as stop_id, s.workspace_id, s.route_id, s.position, s.lat, s.lng,
            s.arrival_at, r.driver_id, g.arrived_at, g.done_at, g.skipped_at,
            coalesce(t.show_van, 'next') as show_van, coalesce(t.van_stops, 3) as van_stops
          from deliveries d join routes r on r.id = d.route_id
            join plans p on p.id = r.plan_id and p.state = 'dispatched'
            join stops s on s.route_id = d.route_id and s.delivery_id = d.id
              and s.kind = case d.kind when 'return' then 'pickup' else 'delivery' end
            left join stop_progress g on g.workspace_id = s.workspace_id and g.stop_id = s.id
            left join tracking_settings t on t.workspace_id = d.workspace_id
          where d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and d.id = any(wanted)
            and (${role} <> 'recipient' or d.id = nullif(current_setting('karta.delivery', true), '')::uuid)
      ), far as (
        select o.*, b.stops_before,
            o.status in ('in_transit', 'arrived') or exists (select from stops f
              join stop_progress h on h.workspace_id = f.workspace_id and h.stop_id = f.id
              where f.route_id = o.route_id and coalesce(h.departed_at, h.arrived_at, h.done_at) is not null) as has_left
          from own o cross join lateral (
            select count(distinct coalesce(c.lat || ' ' || c.lng, c.id::text))::integer as stops_before
              from stops c left join stop_progress q on q.workspace_id = c.workspace_id and q.stop_id = c.id
                left join deliveries e on e.id = c.delivery_id
              where c.route_id = o.route_id and c.delivery_id is not null and c.id <> o.stop_id
                and (c.position < o.position or o.skipped_at is not null)
                and (c.lat, c.lng) is distinct from (o.lat, o.lng)
                and q.done_at is null and q.skipped_at is null and e.deleted_at is null
                and e.status not in ('delivered', 'failed', 'cancelled')) b
      ), open as (
        select f.*, f.status in ('dispatched', 'in_transit', 'arrived') and f.done_at is null as is_open from far f
      )
      select n.delivery_id, n.stop_id, n.route_id, n.driver_id, n.arrival_at, e.p10_at, e.p90_at,
          case when n.is_open then n.stops_before end, n.has_left, n.arrived_at, v.lat, v.lng, v.recorded_at
        from open n
          left join stop_etas e on e.workspace_id = n.workspace_id and e.stop_id = n.stop_id and n.is_open
            and e.computed_at > at - interval '30 minutes'
          left join lateral (
            select p.lat, p.lng, p.recorded_at from driver_positions p
              join shifts s on s.workspace_id = p.workspace_id and s.id = p.shift_id and s.ended_at is null
              where p.driver_id = n.driver_id and n.is_open and n.has_left and p.lat is not null
                and p.recorded_at > at - interval '15 minutes'
                and n.stops_before <= case n.show_van when 'next' then 0 when 'near' then n.van_stops else -1 end) v on true
    $$`,
}
