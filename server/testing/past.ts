import type pg from 'pg'

/** Days of a workspace that were driven, and one that is being driven. */
export type Past = {
  workspaceId: string
  /** The first day. */
  from: string
  days: number
  /** Deliveries of a day. */
  each: number
  /** Deliveries of a route. */
  perRoute: number
  /** The number of the first delivery. */
  number: number
  /** Nothing has happened on the road yet. */
  isOpen?: boolean
}

type Fleet = Pick<Past, 'workspaceId'> & { drivers: number }

/** A depot, clients, and drivers with their vehicles. */
export async function fillFleet(owner: pg.Pool, { workspaceId, drivers }: Fleet): Promise<void> {
  await owner.query(`
    insert into depots (workspace_id, name, address, lat, lng, opens, closes, is_default)
      values ('${workspaceId}', 'Depot', 'Kemayoran', -6.157, 106.846, '06:00', '22:00', true);
    insert into clients (workspace_id, name) select '${workspaceId}', 'Client ' || n from generate_series(1, 10) n;
    insert into vehicles (workspace_id, code, type, skills, active, capacity_kg)
      select '${workspaceId}', 'KA-' || n, 'van', '{}', true, 900 from generate_series(1, ${drivers}) n;
    insert into drivers (workspace_id, name, shift_start, shift_end, skills, active, vehicle_id)
      select '${workspaceId}', 'Driver ' || n, '07:00', '18:00', '{}', true, v.id
      from generate_series(1, ${drivers}) n
        join (select id, row_number() over (order by code) as place from vehicles where workspace_id = '${workspaceId}') v
          on v.place = n`)
}

/**
 * Days with a dispatched plan, its routes and stops, and what became of them: progress, histories, events and texts. Written by one
 * statement for each table, however many days there are. Only for tests and measurements.
 */
export async function fillPast(owner: pg.Pool, past: Past): Promise<void> {
  const { workspaceId: id, from, days, each, perRoute, number, isOpen = false } = past
  const routes = Math.ceil(each / perRoute)
  await owner.query(`
    create temporary table made on commit drop as
      select n, new_id() as delivery_id, d.day, n % ${each} / ${perRoute} as route, n % ${each} % ${perRoute} as place,
        (d.day + time '01:00') at time zone 'UTC' + make_interval(mins => 5 * (n % ${each} % ${perRoute})) as planned,
        abs(hashint4(n + ${number})) % 100 as chance
      from generate_series(0, ${days * each - 1}) n
        cross join lateral (select '${from}'::date + n / ${each} as day) d;
    create temporary table plan on commit drop as
      select new_id() as id, '${from}'::date + n as day from generate_series(0, ${days - 1}) n;
    insert into plans (id, workspace_id, day, state, driver_ids, time_limit_seconds, totals)
      select p.id, '${id}', p.day, 'dispatched', array(select id from drivers where workspace_id = '${id}'), 1,
        '{"routes":${routes},"deliveries":${each},"unassigned":0,"distance_km":9,"driving_seconds":9,"waiting_seconds":0,"service_seconds":9,"duration_seconds":18,"fuel_liters":1}'
      from plan p;
    create temporary table driven on commit drop as
      select new_id() as id, p.id as plan_id, p.day, d.place, d.id as driver_id, d.name, d.vehicle_id
      from plan p, (select *, row_number() over (order by name) - 1 as place from drivers where workspace_id = '${id}') d
      where d.place < ${routes};
    insert into routes (id, workspace_id, plan_id, position, driver_id, driver_name, vehicle_id, vehicle_code, capacity_kg, starts_at,
        ends_at, distance_km, driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      select r.id, '${id}', r.plan_id, r.place, r.driver_id, r.name, r.vehicle_id, 'KA', 900,
        (r.day + time '00:30') at time zone 'UTC', (r.day + time '10:00') at time zone 'UTC', 120, 18000, 0, 12000, 34200,
        9, 600, 0
      from driven r;
    insert into deliveries (id, workspace_id, number, reference, source, status, status_at, failure_reason, delivery_address, lat, lng,
        recipient_name, recipient_phone, scheduled_date, window_start, window_end, service_minutes, weight_kg, volume_l, skills,
        driver_id, client_id, route_id, location_source, location_confidence, located_at, created_at, updated_at)
      select m.delivery_id, '${id}', ${number} + m.n, 'R-' || (${number} + m.n), 'api',
        case when ${isOpen} then 'dispatched' when chance < 94 then 'delivered' else 'failed' end, planned,
        case when not ${isOpen} and chance >= 94 then 'not_home' end, 'Jl. Contoh ' || (${number} + m.n) % 50000,
        -6.1 - (m.n % 97) * 0.003, 106.7 + (m.n % 89) * 0.003, 'Recipient ' || (${number} + m.n),
        '+62811' || lpad(((${number} + m.n) % 10000000)::text, 7, '0'), m.day, '08:00', '17:00', 2, 6, 10, '{}', r.driver_id,
        c.id, r.id, 'geocoder', 0.9, planned, planned - interval '1 day', planned
      from made m join driven r on r.day = m.day and r.place = m.route
        join (select id, row_number() over (order by name) as place from clients where workspace_id = '${id}') c
          on c.place = 1 + m.n % 10;
    insert into stops (workspace_id, route_id, position, sequence, kind, delivery_id, name, address, lat, lng, arrival_at,
        departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l, promised_at)
      select '${id}'::uuid, r.id, m.place + 1, m.place + 1, 'delivery', m.delivery_id, 'Recipient', 'Jl. Contoh', -6.1, 106.7,
        planned, planned + interval '2 minutes', 0, 120, m.place + 1, 0, 0, planned
        from made m join driven r on r.day = m.day and r.place = m.route
      union all select '${id}'::uuid, r.id, 0, 0, 'start', null, 'Depot', '', -6.1, 106.7, (r.day + time '00:30') at time zone 'UTC',
        (r.day + time '00:30') at time zone 'UTC', 0, 0, 0, 0, 0, null from driven r
      union all select '${id}'::uuid, r.id, ${perRoute + 1}, 0, 'end', null, 'Depot', '', -6.1, 106.7,
        (r.day + time '10:00') at time zone 'UTC', (r.day + time '10:00') at time zone 'UTC', 0, 0, 120, 0, 0, null from driven r;
    insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, changes, sealed, opened, hash)
      select '${id}', m.delivery_id, 2, 1, 'created', planned, '{}', '{}', '{}', '1' from made m;
    insert into chain_heads (workspace_id, subject, subject_id, length, hash, is_whole, signed_length, signed_hash)
      select '${id}', 'delivery', m.delivery_id, 1, '1', true, 1, '1' from made m;
    insert into stop_progress (workspace_id, stop_id, delivery_id, driver_id, departed_at, arrived_at, done_at)
      select '${id}', s.id, s.delivery_id, r.driver_id, planned - interval '3 minutes', planned, planned + interval '3 minutes'
      from made m join driven r on r.day = m.day and r.place = m.route
        join stops s on s.route_id = r.id and s.delivery_id = m.delivery_id where not ${isOpen};
    insert into notifications (workspace_id, delivery_id, event, channel, occasion, state, cost, send_after, created_at, sent_at)
      select '${id}', m.delivery_id, 'near', 'sms', 'o', 'delivered', 25, planned, planned, planned
      from made m where not ${isOpen}`)
}
