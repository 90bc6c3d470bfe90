import { role } from '../transaction-role.ts'
import { asOwner } from './as-owner.ts'

/** Whose business a record is, for those who do not see everything. Policies ask, for each row that only they may see. */
export const ofSome: Record<string, string> = {
  // Of the client of the transaction, or of its depots.
  sees_delivery: `create function sees_delivery(delivery uuid) returns boolean
    language plpgsql stable ${asOwner} as $$
    begin
      return exists (select from deliveries d where d.id = delivery
        and d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
        and (d.client_id = nullif(current_setting('karta.client', true), '')::uuid
          or d.depot_id = any (nullif(current_setting('karta.depots', true), '')::uuid[])
          or d.goods_depot_id = any (nullif(current_setting('karta.depots', true), '')::uuid[])));
    end $$`,

  /*
   * The depot that each pickup address means, by its name, its address, both or an alias; null if it is another place. A client
   * may not see the depots.
   */
  depots_of_pickups: `create function depots_of_pickups(given text[])
    returns table (address text, key text, depot_id uuid)
    language sql stable ${asOwner} as $$
      with asked as materialized (select a.address, address_key(a.address) as key from unnest(given) as a(address)),
        known as materialized (
          select d.id, d.is_default, d.created_at, address_key(n.name) as key
          from depots d cross join unnest(array[d.name, d.address, d.name || ', ' || d.address] || d.aliases) as n(name)
          where d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid and d.active)
      select distinct on (a.address) a.address, a.key, k.id from asked a left join known k on k.key = a.key and k.key <> ''
        order by a.address, k.is_default desc nulls last, k.created_at, k.id
    $$`,

  // Open deliveries that have parcels with these codes. Policies would keep a query of the server from using the index.
  open_parcels: `create function open_parcels(codes text[]) returns table (code text, id uuid, number integer)
    -- Of a table that is being filled, the planner would read every row for each part of an import.
    language plpgsql stable ${asOwner} set enable_seqscan = off as $$
    declare
      here uuid := nullif(current_setting('karta.workspace', true), '')::uuid;
    begin
      return query select p.each ->> 'code', d.id, d.number
        from deliveries d cross join lateral jsonb_array_elements(d.parcels) as p(each)
        where open_parcel_codes(d.workspace_id, d.parcels, d.status, d.deleted_at)
            && (select array_agg(here::text || ' ' || c) from unnest(codes) c)
          and d.parcels <> '[]'
          and p.each ->> 'code' = any (codes);
    end $$`,

  // The workspace's own fields, as far as the role of the transaction may see their values.
  custom_fields_shown: `create function custom_fields_shown() returns setof custom_fields
    language sql stable ${asOwner} as $$
      select f.* from custom_fields f
        where f.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and (${role} not in ('driver', 'client', 'recipient') or ${role} = any (f.visible_to))
        order by f.position, f.created_at, f.id
    $$`,

  // Values of the workspace's own fields, as the role of the transaction may see them.
  custom_shown: `create function custom_shown(given jsonb) returns jsonb
    language plpgsql stable ${asOwner} as $$
    begin
      if given = '{}' or ${role} not in ('driver', 'client', 'recipient') then
        return given;
      end if;
      return (select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(given) e
        join custom_fields f on f.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
          and f.key = e.key and ${role} = any (f.visible_to));
    end $$`,

  sees_plan: `create function sees_plan(plan uuid) returns boolean
    language plpgsql stable ${asOwner} as $$
    begin
      return exists (select from plans p where p.id = plan
        and p.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
        and p.depot_id = any (nullif(current_setting('karta.depots', true), '')::uuid[]));
    end $$`,

  sees_route: `create function sees_route(route uuid) returns boolean
    language plpgsql stable ${asOwner} as $$
    begin
      return exists (select from routes r where r.id = route and sees_plan(r.plan_id));
    end $$`,

  /*
   * Takes the next numbers of the workspace's deliveries, and says what new ones get unless they say it themselves. A
   * client may not write the workspace, nor see its depots.
   */
  take_numbers: `create function take_numbers(count integer)
    returns table (first_number integer, time_zone text, service_minutes double precision, depot_id uuid)
    language plpgsql volatile ${asOwner} as $$
    #variable_conflict use_column
    declare
      workspace uuid := nullif(current_setting('karta.workspace', true), '')::uuid;
      only_depots uuid[] := nullif(current_setting('karta.depots', true), '')::uuid[];
    begin
      return query update workspaces w set last_delivery_number = w.last_delivery_number + count where w.id = workspace
        returning w.last_delivery_number - count + 1, w.time_zone, w.service_minutes,
          (select d.id from depots d where d.workspace_id = workspace and d.active
            and (only_depots is null or d.id = any (only_depots)) order by d.is_default desc, d.created_at, d.id limit 1);
    end $$`,
}
