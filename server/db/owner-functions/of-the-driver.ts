import { asOwner } from './as-owner.ts'

/** What belongs to the driver of the transaction. Policies ask, and so cannot look at tables with such policies. */
export const ofTheDriver: Record<string, string> = {
  own_routes: `create function own_routes() returns uuid[]
    language sql stable ${asOwner} as $$
      select array_agg(r.id) from routes r join plans p on p.id = r.plan_id and p.state = 'dispatched'
        where r.driver_id = nullif(current_setting('karta.driver', true), '')::uuid
          and r.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,

  // The usual one, and those of their own routes.
  own_vehicles: `create function own_vehicles() returns uuid[]
    language sql stable ${asOwner} as $$
      select array(
        select d.vehicle_id from drivers d where d.id = nullif(current_setting('karta.driver', true), '')::uuid
        union select r.vehicle_id from routes r where r.id = any(own_routes()))
    $$`,

  // Where the driver's routes start and end.
  own_depot: `create function own_depot() returns uuid
    language sql stable ${asOwner} as $$
      select coalesce(d.depot_id, (select e.id from depots e where e.workspace_id = d.workspace_id and e.is_default))
        from drivers d where d.id = nullif(current_setting('karta.driver', true), '')::uuid
          and d.workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid
    $$`,
}
