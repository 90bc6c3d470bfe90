import type pg from 'pg'

/*
 * Fills a throw-away database with the past of one workspace: some days with their routes, stops, progress, histories and
 * events, which the task then reads, and copies of these for all other days.
 */

export const eachDay = 5000
/** Days that the task reads itself. */
export const readDays = 5
const each = { route: 100, depots: 5, clients: 10 }
const routesEachDay = eachDay / each.route

type Workspace = { id: string; lastDay: string }

/** Depots, clients, vehicles and drivers. */
export async function fillFleet(owner: pg.Pool, { id }: Workspace): Promise<void> {
  await owner.query(`
    insert into depots (workspace_id, name, address, lat, lng, opens, closes, is_default)
      select '${id}', 'Depot ' || n, 'Depot ' || n, -6.2 + n * 0.05, 106.8, '06:00', '22:00', n = 1
      from generate_series(1, ${each.depots}) n;
    insert into clients (workspace_id, name) select '${id}', 'Client ' || n from generate_series(1, ${each.clients}) n;
    insert into vehicles (workspace_id, code, type, skills, active, cost_fixed, cost_per_km, cost_per_hour, capacity_kg)
      select '${id}', 'KA-' || n, (array['van', 'motorcycle', 'truck'])[1 + n % 3], '{}', true, 5000, 30, 2000, 900
      from generate_series(1, ${routesEachDay}) n;
    insert into drivers (workspace_id, name, shift_start, shift_end, skills, active, vehicle_id)
      select '${id}', 'Driver ' || n, '07:00', '18:00', '{}', true, v.id
      from generate_series(1, ${routesEachDay}) n
        join (select id, row_number() over (order by code) as place from vehicles where workspace_id = '${id}') v on v.place = n`)
}

/** One day as it was driven, a route of each driver. Numbers of deliveries go on from `from`. */
export async function fillDay(owner: pg.Pool, { id }: Workspace, day: string, from: number): Promise<void> {
  await owner.query(`
    create temporary table made on commit drop as
      select n, new_id() as delivery_id, n / ${each.route} as route, n % ${each.route} as place,
        ('${day}'::date + time '08:00') at time zone 'UTC' + make_interval(mins => 5 * (n % ${each.route})) as planned,
        make_interval(secs => (abs(hashint4(n)) % 2400 - 600)) as off, abs(hashint4(n + 7)) % 100 as chance
      from generate_series(0, ${eachDay - 1}) n;
    with plan as (
      insert into plans (workspace_id, day, state, driver_ids, time_limit_seconds)
        values ('${id}', '${day}', 'dispatched', '{}', 1) returning id)
    insert into routes (workspace_id, plan_id, position, driver_id, driver_name, vehicle_id, vehicle_code, capacity_kg, starts_at,
        ends_at, distance_km, driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l,
        cost)
      select '${id}', plan.id, d.place - 1, d.id, d.name, d.vehicle_id, 'KA', 900, '${day}'::date + time '07:30',
        '${day}'::date + time '17:00', 120, 18000, 0, 12000, 34200, 9, 600, 0, 60000
      from plan, (select *, row_number() over (order by name) as place from drivers where workspace_id = '${id}') d;
    create temporary table driven on commit drop as
      select r.id, r.position, r.driver_id from routes r join plans p on p.id = r.plan_id
      where r.workspace_id = '${id}' and p.day = '${day}';
    insert into deliveries (id, workspace_id, number, source, status, status_at, failure_reason, delivery_address, lat, lng,
        recipient_name, scheduled_date, window_start, window_end, service_minutes, weight_kg, volume_l, skills, driver_id,
        client_id, depot_id, route_id, rating, location_source, location_confidence, located_at)
      select m.delivery_id, '${id}', ${from} + m.n, 'api', case when chance < 94 then 'delivered' else 'failed' end,
        planned + off + interval '3 minutes',
        case when chance >= 94 then (array['not_home', 'refused', 'closed', 'wrong_address', 'not_paid', 'other'])[chance - 93] end,
        'Jl. Contoh ' || m.n, -6.1 - (m.n % 97) * 0.003, 106.7 + (m.n % 89) * 0.003, 'Recipient ' || m.n, '${day}',
to_char(make_time(8 + m.place / 36 * 3, 0, 0), 'HH24:MI'), to_char(make_time(11 + m.place / 36 * 3, 0, 0), 'HH24:MI'), 2, 6, 10, '{}', r.driver_id,
        c.id, d.id, r.id, case when chance % 4 = 0 then 1 + chance % 5 end,
        'geocoder', case when chance = 50 then 0.4 else 0.9 end, now()
      from made m join driven r on r.position = m.route
        join (select id, row_number() over (order by name) as place from clients where workspace_id = '${id}') c
          on c.place = 1 + m.n % ${each.clients}
        join (select id, row_number() over (order by name) as place from depots where workspace_id = '${id}') d
          on d.place = 1 + m.route % ${each.depots};
    insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at, departure_at,
        waiting_seconds, service_seconds, distance_km, load_kg, load_l, promised_at)
      select '${id}'::uuid, r.id, m.place + 1, 'delivery', m.delivery_id, '', '', -6.1, 106.7, planned, planned + interval '2 minutes',
        0, 120, 1.15 * (m.place + 1), 0, 0, planned from made m join driven r on r.position = m.route
      union all select '${id}'::uuid, r.id, 0, 'start', null, 'Depot', '', -6.1, 106.7, '${day}'::date + time '07:30',
        '${day}'::date + time '07:30', 0, 0, 0, 0, 0, null from driven r
      union all select '${id}'::uuid, r.id, ${each.route + 1}, 'end', null, 'Depot', '', -6.1, 106.7, '${day}'::date + time '17:00',
        '${day}'::date + time '17:00', 0, 0, 120, 0, 0, null from driven r;
    insert into stop_progress (workspace_id, stop_id, delivery_id, driver_id, departed_at, arrived_at, done_at)
      select '${id}', s.id, s.delivery_id, r.driver_id, planned + off - interval '3 minutes', planned + off,
        planned + off + interval '3 minutes'
      from stops s join made m on m.delivery_id = s.delivery_id join driven r on r.position = m.route;
    insert into eta_history (workspace_id, stop_id, said_at, route_id, driver_id, delivery_id, basis, p10_at, p50_at, p90_at)
      select '${id}', s.id, planned - make_interval(mins => 30 * k), s.route_id, r.driver_id, s.delivery_id, 'position',
        planned - interval '8 minutes', planned + interval '4 minutes', planned + interval '20 minutes'
      from stops s join made m on m.delivery_id = s.delivery_id join driven r on r.position = m.route,
        generate_series(1, 3) k;
    insert into notifications (workspace_id, delivery_id, event, channel, occasion, state, cost, send_after, created_at, sent_at)
      select '${id}', m.delivery_id, 'near', 'sms', 'o', 'delivered', 25, planned, planned, planned - interval '20 minutes' from made m;
    insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, changes, sealed, opened, hash, previous_hash)
      select '${id}', m.delivery_id, 2, k, 'status_changed', planned, case k when 1 then '{"status":"dispatched"}'::json else
        json_build_object('status', d.status, 'status_at', d.status_at, 'failure_reason', d.failure_reason) end, '{}', '{}',
        k::text, case k when 2 then '1' end
      from made m join deliveries d on d.id = m.delivery_id, generate_series(1, 2) k`)
}

/** An event of each delivery of a day, in one batch. */
export async function tellDay(owner: pg.Pool, { id }: Workspace, day: string): Promise<void> {
  await owner.query(`
    with batch as (insert into event_batches (workspace_id, at) values ('${id}', now()) returning id)
    insert into events (workspace_id, batch_id, index, type, subject_kind, subject_id, version, data, previous, driver_ids,
        depot_ids, actor_kind, actor_name, at)
      select '${id}', batch.id, row_number() over (), 'delivery.status_changed', 'delivery', d.id, 2, '{}', '{}', '{}', '{}',
        'system', 'Bench', now()
      from batch, deliveries d where d.workspace_id = '${id}' and d.scheduled_date = '${day}'`)
}

/** What the task made of the days that it read, for so many blocks of days before. */
export async function copyDays(owner: pg.Pool, workspace: Workspace, blocks: number): Promise<void> {
  const count = eachDay * readDays
  const { rows } = await owner.query<{ definition: string; name: string }>(`
    select indexname as name, indexdef as definition from pg_indexes i where schemaname = 'public'
      and tablename in ('deliveries', 'delivery_events', 'figure_attempts', 'figure_sums')
      and not exists (select from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of rows) await owner.query(`drop index "${name}"`)
  await owner.query(`set session_replication_role = replica`)
  for (let block = 1; block <= blocks; block++) await copyBlock(owner, workspace, block, count)
  await addUpPlaces(owner, workspace)
  await owner.query(`set session_replication_role = origin; set maintenance_work_mem = '512MB'`)
  for (const { definition } of rows) await owner.query(definition)
}

/** What the task keeps of addresses, from the attempts that were copied. */
async function addUpPlaces(owner: pg.Pool, { id }: Workspace): Promise<void> {
  await owner.query(`
    insert into figure_places (id, workspace_id, key, address)
      select place_id, '${id}', place_id::text, 'Jl. Contoh ' || row_number() over () from (
        select distinct place_id from figure_attempts where workspace_id = '${id}' and place_id is not null) p
      on conflict do nothing;
    delete from figure_place_months where workspace_id = '${id}';
    insert into figure_place_months (workspace_id, month, place_id, depot_id, client_id, attempts, failed_there, services,
        planned_service_seconds, actual_service_seconds, waited, waiting_seconds, late_address, late_address_seconds, pin_unsure)
      select workspace_id, date_trunc('month', day::timestamp)::date, place_id, depot_id, client_id, sum(attempts),
        sum(failed_there), sum(services), sum(planned_service_seconds), sum(actual_service_seconds), sum(waited),
        sum(waiting_seconds), sum(late_address), sum(late_address * late_seconds), sum(pin_unsure)
      from figure_attempts where workspace_id = '${id}' and place_id is not null group by 1, 2, 3, 4, 5`)
}

async function copyBlock(owner: pg.Pool, { id }: Workspace, block: number, count: number): Promise<void> {
  const shift = `interval '${block * readDays} days'`
  const other = (column: string) => `md5(${column}::text || '${block}')::uuid`
  const replaced = {
    deliveries: {
      id: other('id'),
      number: `number + ${block * count}`,
      scheduled_date: `scheduled_date - ${block * readDays}`,
      route_id: other('route_id'),
    },
    delivery_events: { id: 'new_id()', delivery_id: other('delivery_id') },
    figure_attempts: {
      delivery_id: other('delivery_id'),
      number: `number + ${block * count}`,
      day: `day - ${block * readDays}`,
      route_id: other('route_id'),
      // Every block has addresses of its own, and comes back to them.
      place_id: `md5(place_id::text || '${block % 20}')::uuid`,
      arrived_at: `arrived_at - ${shift}`,
      ended_at: `ended_at - ${shift}`,
    },
    figure_routes: { route_id: other('route_id'), day: `day - ${block * readDays}` },
    figure_sums: { day: `day - ${block * readDays}` },
  }
  for (const [table, columns] of Object.entries(replaced)) {
    const { rows } = await owner.query<{ name: string }>(`select attname as name from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
    const of = columns as Record<string, string>
    const from = `${table} t where workspace_id = '${id}' and ${readRows[table as keyof typeof readRows](count)}`
    const order = table === 'figure_attempts' ? 'order by day, driver_id, number' : ''
    await owner.query(`insert into ${table} (${rows.map(({ name }) => `"${name}"`).join()}) overriding system value
      select ${rows.map(({ name }) => of[name] ?? `"${name}"`).join()} from ${from} ${order}`)
  }
}

/** The rows of the days that the task read. */
const readRows = {
  deliveries: (count: number) => `number <= ${count}`,
  delivery_events: (count: number) => `delivery_id in (select d.id from deliveries d where d.number <= ${count})`,
  figure_attempts: (count: number) => `number <= ${count}`,
  figure_routes: () => `day > (select max(day) from figure_routes) - ${readDays}`,
  figure_sums: () => `day > (select max(day) from figure_sums) - ${readDays}`,
}
