import type { Action } from '#domain/permissions.ts'

/*
 * What `/rest/v1/rpc` calls: functions of the schema `api`. They read its views with the rights of whoever calls, so they
 * show nothing that a view would not. A function that changes something is marked volatile, and `GET` refuses it.
 */

type ApiFunction = { name: string; may: readonly Action[]; description: string; statement: string }

const operations: readonly Action[] = ['see_operations']
/** Drivers are told about their own route. */
const deliveries: readonly Action[] = ['see_deliveries', 'work_own_route']

export const apiFunctions: readonly ApiFunction[] = [
  {
    name: 'delivery_counts',
    may: deliveries,
    description: 'How many deliveries of a day are in each status; of all days without one',
    statement: `create function api.delivery_counts(day date default null) returns table (status text, count bigint)
      language sql stable as $$
        select d.status, count(*) from api.deliveries d where $1 is null or d.scheduled_date = $1 group by 1 order by 1
      $$`,
  },
  {
    name: 'deliveries_near',
    may: deliveries,
    description: 'Deliveries within so many kilometers of a place, as the crow flies',
    statement: `create function api.deliveries_near(
        lat double precision, lng double precision, km double precision default 1) returns setof api.deliveries
      language sql stable as $$
        select d.* from api.deliveries d where d.delivery_location is not null and 12742 * asin(least(1, sqrt(
          power(sin(radians((d.delivery_location ->> 'lat')::double precision - $1) / 2), 2)
          + cos(radians($1)) * cos(radians((d.delivery_location ->> 'lat')::double precision))
            * power(sin(radians((d.delivery_location ->> 'lng')::double precision - $2) / 2), 2)))) <= $3
      $$`,
  },
  {
    name: 'route_summary',
    may: operations,
    description: 'The routes of a plan, with how many of their deliveries have been made',
    statement: `create function api.route_summary(plan uuid) returns table (route_id uuid, driver_name text,
        vehicle_code text, starts_at timestamptz, ends_at timestamptz, distance_km double precision, deliveries bigint,
        delivered bigint)
      language sql stable as $$
        select r.id, r.driver_name, r.vehicle_code, r.starts_at, r.ends_at, r.distance_km, count(distinct s.delivery_id),
            count(distinct d.id) filter (where d.status = 'delivered')
          from api.routes r
            left join api.stops s on s.route_id = r.id
            left join api.deliveries d on d.id = s.delivery_id
          where r.plan_id = $1
          group by r.id, r.position, r.driver_name, r.vehicle_code, r.starts_at, r.ends_at, r.distance_km
          order by r.position
      $$`,
  },
  {
    name: 'skills_in_use',
    may: operations,
    description: 'Every skill that a delivery requires, or a driver or vehicle offers',
    statement: `create function api.skills_in_use() returns setof text
      language sql stable as $$
        select unnest(skills) from api.deliveries union select unnest(skills) from api.drivers
          union select unnest(skills) from api.vehicles order by 1
      $$`,
  },
  {
    name: 'quota_left',
    may: operations,
    description: 'How much is left of a quota; null if it has another name or no count',
    statement: `create function api.quota_left(name text) returns bigint
      language sql stable as $$
        select greatest(0, q."limit" - q.used) from api.quotas q where q.name = $1
      $$`,
  },
  {
    name: 'current_workspace',
    may: ['see_self'],
    description: 'The workspace that the caller works in',
    statement: `create function api.current_workspace() returns api.workspaces
      language sql stable as $$ select w from api.workspaces w $$`,
  },
]
