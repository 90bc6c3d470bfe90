import { asOwner } from './as-owner.ts'
import { notFrozen } from './moving.ts'

/** What concerns notifications of all workspaces at once, and receipts that name no workspace. */
export const notificationFunctions: Record<string, string> = {
  // Takes events that recipients may have to be told of, in the transaction that makes notifications of them.
  take_notification_events: `create function take_notification_events(most integer)
    returns table (id bigint, workspace_id uuid, type text, delivery_id uuid, version integer, status text, attempt integer)
    language sql volatile ${asOwner} as $$
      with taken as (
        delete from notification_outbox where id = any(array(
            select o.id from notification_outbox o where ${notFrozen('o')} order by o.id limit most for update skip locked))
          returning id, workspace_id, type, delivery_id, version, status, attempt)
      select * from taken order by id
    $$`,

  // Deliveries of which the driver is near, or later than promised, and whose recipients have not been told so.
  notifications_to_watch: `create function notifications_to_watch(at timestamptz, most integer)
    returns table (workspace_id uuid, delivery_id uuid, event text, attempt integer)
    language sql stable ${asOwner} as $$
      with ahead as (
        select e.workspace_id, e.delivery_id, e.route_id, e.p50_at, e.basis, e.late_seconds, n.near_minutes, n.near_stops, n.delayed_minutes,
          row_number() over (partition by e.route_id order by e.p50_at) - 1 as before
        from notification_settings n
          join stop_etas e on e.workspace_id = n.workspace_id
          join routes r on r.id = e.route_id
          join plans p on p.id = r.plan_id and p.state = 'dispatched'
        where n.active and ${notFrozen('n')}),
      told as (
        select a.workspace_id, a.delivery_id, v.event, a.route_id, attempt_told(a.workspace_id, a.delivery_id, d.status) as attempt
        from ahead a
          join deliveries d on d.id = a.delivery_id and d.deleted_at is null
          cross join lateral (values
            ('near', d.status in ('dispatched', 'in_transit') and a.basis <> 'plan'
              and (a.p50_at <= at + make_interval(mins => a.near_minutes) or a.before < a.near_stops)),
            ('delayed', d.status in ('dispatched', 'in_transit') and a.late_seconds >= a.delayed_minutes * 60)) v(event, holds)
        where v.holds)
      select t.workspace_id, t.delivery_id, t.event, t.attempt from told t
        where not exists (select from notifications x where x.workspace_id = t.workspace_id and x.delivery_id = t.delivery_id
          and x.event = t.event
          and x.occasion = t.route_id::text || case when t.attempt > 1 then ' attempt ' || t.attempt else '' end)
        limit most
    $$`,

  // Gives a server notifications that are due: urgent ones first, each to one server.
  claim_notifications: `create function claim_notifications(of_channel text, at timestamptz, most integer)
    returns table (workspace_id uuid, id uuid)
    language sql volatile ${asOwner} as $$
      update notifications n set state = 'handing_over', claimed_at = at, attempts = n.attempts + 1
        where n.id = any(array(
          select o.id from notifications o where o.channel = of_channel and o.state = 'waiting' and o.send_after <= at and ${notFrozen('o')}
            order by o.is_urgent desc, o.send_after limit most for update skip locked))
        returning n.workspace_id, n.id
    $$`,

  // Notifications whose server gave no sign since then.
  abandoned_notifications: `create function abandoned_notifications(before timestamptz, most integer)
    returns table (workspace_id uuid, id uuid, channel text)
    language sql stable ${asOwner} as $$
      select n.workspace_id, n.id, n.channel from notifications n
        where n.state = 'handing_over' and n.claimed_at < before order by n.claimed_at limit most
    $$`,

  // Which workspace's notification a receipt is of: by our ID, or the provider's.
  workspace_of_notification: `create function workspace_of_notification(ours uuid, theirs text)
    returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select n.workspace_id, n.id from notifications n
        where n.id = ours or theirs is not null and n.provider_reference = theirs limit 1
    $$`,

  // Whose texts a number got, the newest first: a reply is an answer to the newest, and STOP is meant for all of them.
  workspaces_that_texted: `create function workspaces_that_texted(number text, since timestamptz)
    returns table (workspace_id uuid, delivery_id uuid)
    language sql stable ${asOwner} as $$
      select t.workspace_id, t.delivery_id from (
        select distinct on (n.workspace_id) n.workspace_id, n.delivery_id, n.created_at from notifications n
          where n.channel = 'sms' and n.recipient = number and n.created_at >= since and n.attempts > 0
          order by n.workspace_id, n.created_at desc) t
        order by t.created_at desc
    $$`,

  // Whose email an unsubscribe link was in.
  workspace_of_unsubscribe: `create function workspace_of_unsubscribe(token text)
    returns table (workspace_id uuid, id uuid)
    language sql stable ${asOwner} as $$
      select n.workspace_id, n.id from notifications n where n.unsubscribe_token = token
    $$`,
}
