import { sql } from 'kysely'
import { inWorkspace } from '#server/db/connect.ts'
import { trackingToken } from '#server/http/tracking-token.ts'
import { makeOrders, send, type runApp } from './running-app.ts'

type App = Awaited<ReturnType<typeof runApp>>
type Owner = { workspaceId: string; token: string }

/**
 * Dispatched routes of today for so many of a workspace's drivers, each under way, with so many deliveries in all. Returns
 * the links of all deliveries.
 */
export async function makeTrackedRoutes(
  app: App,
  { workspaceId, token }: Owner,
  { pages, vans }: { pages: number; vans: number },
): Promise<{ id: string; token: string }[]> {
  const orders = makeOrders(pages)
  for (let from = 0; from < pages; from += 500)
    await send(`${app.url}/v1/deliveries/import`, token, 'POST', { deliveries: orders.slice(from, from + 500) })
  const ids = await inWorkspace(app.deps.db, workspaceId, async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`insert into plans (workspace_id, day, state, driver_ids, time_limit_seconds)
      select ${workspaceId}, (now() at time zone w.time_zone)::date, 'dispatched',
        array(select id from drivers where workspace_id = ${workspaceId} order by id limit ${vans}), 1
        from workspaces w where w.id = ${workspaceId}`.execute(trx)
    await sql`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, driving_seconds,
        waiting_seconds, distance_km, duration_seconds, fuel_liters, load_kg, load_l, service_seconds)
      select ${workspaceId}, p.id, row_number() over (), d.id, d.name, now(), now() + interval '8 hours', 0, 0, 0, 0, 0, 0, 0, 0
        from plans p join drivers d on d.workspace_id = p.workspace_id and d.id = any(p.driver_ids)
        where p.workspace_id = ${workspaceId}`.execute(trx)
    await sql`insert into stops (workspace_id, route_id, position, sequence, kind, delivery_id, name, address, lat, lng, arrival_at,
        departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      select ${workspaceId}, r.id, d.place, d.place, 'delivery', d.id, 'Recipient', d.delivery_address, d.lat + d.place / 1e5, d.lng,
          now() + d.place * interval '12 minutes', now() + (d.place * 12 + 3) * interval '1 minute', 0, 180, 1, 0, 0
        from (select *, (number - 1) % ${vans}::int + 1 as van, (number - 1) / ${vans}::int + 1 as place
            from deliveries where workspace_id = ${workspaceId}) d
          join routes r on r.position = d.van and r.workspace_id = ${workspaceId}`.execute(trx)
    await sql`update deliveries d set status = 'dispatched', route_id = s.route_id, driver_id = r.driver_id
      from stops s join routes r on r.id = s.route_id
      where s.delivery_id = d.id and d.workspace_id = ${workspaceId}`.execute(trx)
    await sql`insert into stop_progress (workspace_id, stop_id, driver_id, departed_at)
      select ${workspaceId}, s.id, r.driver_id, now() from stops s join routes r on r.id = s.route_id
        where s.position = 1 and s.workspace_id = ${workspaceId}`.execute(trx)
    const { rows } = await sql<{ id: string }>`select id from deliveries
      where workspace_id = ${workspaceId} order by number`.execute(trx)
    return rows.map(({ id }) => id)
  })
  const { trackingKey } = app.deps
  return ids.map((id) => ({ id, token: trackingToken(trackingKey, { id, tracking_generation: 0 }) }))
}
