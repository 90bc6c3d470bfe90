import { role } from '../transaction-role.ts'
import { asOwner } from './as-owner.ts'

const here = `nullif(current_setting('karta.workspace', true), '')::uuid`
const client = `nullif(current_setting('karta.client', true), '')::uuid`

/** What pickup places do for everybody: whoever orders there need see neither the place nor other people's orders. */
export const kitchenFunctions: Record<string, string> = {
  // The places that each pickup address means, by name, address, both or an alias.
  places_of_pickups: `create function places_of_pickups(given text[])
    returns table (address text, id uuid, client_id uuid)
    language sql stable ${asOwner} as $$
      with asked as materialized (select a.address, address_key(a.address) as key from unnest(given) as a(address)),
        known as materialized (
          select p.id, p.client_id, p.created_at, address_key(n.name) as key
          from pickup_places p
            cross join unnest(array[p.name, p.address, p.name || ', ' || p.address] || p.aliases) as n(name)
          where p.workspace_id = ${here} and p.active)
      select distinct a.address, k.id, k.client_id from asked a join known k on k.key = a.key and k.key <> ''
    $$`,

  // The places with these IDs or names that the role of the transaction may name.
  pickup_places_named: `create function pickup_places_named(wanted text[])
    returns table (id uuid, name text, active boolean)
    language sql stable ${asOwner} as $$
      select p.id, p.name, p.active from pickup_places p
        where p.workspace_id = ${here} and (p.id::text = any (wanted) or lower(p.name) = any (wanted))
          and (${role} <> 'client' or p.client_id = ${client})
        order by p.active desc, p.created_at, p.id
    $$`,

  // All that it takes to find a slot of these places.
  pickup_places_of: `create function pickup_places_of(wanted uuid[]) returns setof pickup_places
    language sql stable ${asOwner} as $$
      select p.* from pickup_places p where p.workspace_id = ${here} and p.id = any (wanted)
    $$`,

  /*
   * How many orders have each slot of a place: those that are still to be picked up or were, and those for which a delivery slot is
   * held. Read after the lock, so it must see what was committed since the transaction began: volatile.
   */
  pickup_slots_taken: `create function pickup_slots_taken(place uuid, first timestamptz, past timestamptz, without uuid[], at_now timestamptz)
    returns table (slot_at timestamptz, orders integer)
    language sql volatile ${asOwner} as $$
      select s.slot_at, count(*)::integer from (
        select p.slot_at from preparations p join deliveries d on d.id = p.delivery_id
          where p.workspace_id = ${here} and p.pickup_place_id = place and p.slot_at >= first and p.slot_at < past
            and d.deleted_at is null and d.status not in ('cancelled', 'failed') and p.delivery_id <> all (without)
        union all
        select (h.wanted ->> 'pickup_slot_at')::timestamptz from slot_holds h
          where h.workspace_id = ${here} and h.state = 'held' and h.expires_at > at_now
            and h.wanted ->> 'pickup_place_id' = place::text and h.id <> all (without)
            and (h.wanted ->> 'pickup_slot_at')::timestamptz >= first
            and (h.wanted ->> 'pickup_slot_at')::timestamptz < past
      ) s group by s.slot_at
    $$`,

  sees_kitchen_order: `create function sees_kitchen_order(delivery uuid) returns boolean
    language sql stable ${asOwner} as $$
      select ${role} <> 'client' or exists (select from deliveries d where d.id = delivery and d.workspace_id = ${here}
        and d.client_id = ${client})
    $$`,

  // Who picks these deliveries up, and when. Whoever sees a kitchen's orders need not see routes.
  kitchen_arrivals: `create function kitchen_arrivals(deliveries uuid[])
    returns table (delivery_id uuid, driver_name text, arrival_at timestamptz, arrived_at timestamptz, done_at timestamptz)
    language sql stable ${asOwner} as $$
      select distinct on (s.delivery_id) s.delivery_id, r.driver_name,
          coalesce(e.p50_at, s.arrival_at), g.arrived_at, g.done_at
        from stops s join routes r on r.id = s.route_id join plans p on p.id = r.plan_id
          left join stop_etas e on e.stop_id = s.id and e.workspace_id = s.workspace_id
          left join stop_progress g on g.workspace_id = s.workspace_id and g.stop_id = s.id
        where s.workspace_id = ${here} and s.delivery_id = any (deliveries) and s.kind = 'pickup'
          and p.state in ('approved', 'dispatched') and sees_kitchen_order(s.delivery_id)
        order by s.delivery_id, g.done_at desc nulls last, r.starts_at desc
    $$`,
}
