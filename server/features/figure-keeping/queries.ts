import { sql } from 'kysely'
import type { Corner } from '#domain/territory.ts'
import type { RawDelivery, RawEntry, RawMessage, RawRoute, RawStop } from '#domain/figures/raw.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'

/** Workspaces whose figures are behind their logs. */
export async function workspacesBehind(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from figures_behind(${most}) as id`.execute(inOneStatement(db))
  return rows.map(({ id }) => id)
}

type DueDay = { workspace_id: string; day: string }

/** Days whose attempts are to be added up. */
export async function daysDue(db: Db, quietSince: Date, waitingSince: Date, most: number): Promise<DueDay[]> {
  const { rows } =
    await sql<DueDay>`select workspace_id, day from figure_days_due(${quietSince}, ${waitingSince}, ${most})`.execute(
      inOneStatement(db),
    )
  return rows
}

/** The deliveries whose figures depend on these: all that are on one of their routes. */
export async function readAffected(trx: Trx, workspaceId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(${ids}::uuid[]) as id
    union
    select o.delivery_id from stops o where o.workspace_id = ${workspaceId} and o.delivery_id is not null
      and o.route_id in (select s.route_id from stops s
        where s.workspace_id = ${workspaceId} and s.delivery_id = any(${ids}::uuid[]))`.execute(trx)
  return rows.map(({ id }) => id)
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)

export type DeliveryRow = RawDelivery & {
  is_gone: boolean
  is_erased: boolean
  address: string
  address_key: string
}

/** Deliveries as figures need them; deleted ones too, whose figures go. */
export async function readDeliveries(trx: Trx, workspaceId: string, ids: string[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select id, number, kind, status, ${ms('coalesce(status_at, updated_at)')} as status_at, failure_reason, route_id,
      driver_id, client_id, depot_id, lat, lng, location_confidence, rating, deleted_at is not null as is_gone,
      erased_at is not null as is_erased, delivery_address as address, address_key,
      location_source,
      case when window_start is null and window_end is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('start', window_start, 'end', window_end)) end || more_windows as windows
    from deliveries where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(trx)
  return rows
}

type EntryRow = {
  delivery_id: string
  kind: string
  at: number
  status: RawDelivery['status'] | null
  status_at: string | null
  has_reason: boolean
  reason: string | null
}

/** What histories say of states, by delivery, the oldest first. */
export async function readEntries(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, RawEntry[]>> {
  const { rows } = await sql<EntryRow>`
    select delivery_id, kind, ${ms('at')} as at,
      coalesce(changes ->> 'status', case when format = 1 then detail ->> 'to' end) as status,
      changes ->> 'status_at' as status_at, changes::jsonb ? 'failure_reason' as has_reason,
      changes ->> 'failure_reason' as reason
    from delivery_events where workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[])
      and kind in ('status_changed', 'corrected') order by delivery_id, sequence`.execute(trx)
  const grouped = Map.groupBy(rows, ({ delivery_id }) => delivery_id)
  return new Map([...grouped].map(([id, of]) => [id, of.map(toEntry)]))
}

const toEntry = ({ kind, at, status, status_at, has_reason, reason }: EntryRow): RawEntry => ({
  isCorrection: kind === 'corrected',
  at,
  ...(status && { status }),
  ...(status_at && { status_at: Date.parse(status_at) }),
  ...(has_reason && { reason }),
})

type StopRow = RawStop & { route_id: string }
export type RouteRow = RawRoute & { measured_meters: number | null }

/** The dispatched routes on which these deliveries are, or were. */
export async function readRoutes(trx: Trx, workspaceId: string, ids: string[]): Promise<RouteRow[]> {
  const { rows } = await sql<Omit<RouteRow, 'stops' | 'measured_meters'>>`
    select r.id, p.day, coalesce(p.depot_id, f.depot_id) as depot_id, r.driver_id, r.vehicle_id, v.type as vehicle_type, ${ms('r.starts_at')} as starts_at,
      ${ms('r.ends_at')} as ends_at, r.distance_km, r.driving_seconds, r.waiting_seconds, r.service_seconds, r.cost,
      json_build_object('cost_fixed', v.cost_fixed, 'cost_per_km', v.cost_per_km, 'cost_per_hour', v.cost_per_hour,
        'cost_per_service_hour', v.cost_per_service_hour, 'cost_per_waiting_hour', v.cost_per_waiting_hour,
        'cost_per_stop', v.cost_per_stop, 'cost_per_parcel', v.cost_per_parcel) as rates,
      json_build_array(r.capacity_kg, r.capacity_l, r.capacity_units) as capacities,
      json_build_array(r.load_kg, r.load_l, r.load_units) as loads
    from routes r join plans p on p.id = r.plan_id left join vehicles v on v.id = r.vehicle_id
      -- A plan of all depots has routes of each: that of its first delivery.
      left join lateral (select d.depot_id from stops s join deliveries d on d.id = s.delivery_id
        where s.route_id = r.id and (s.kind = 'delivery' or s.kind = 'pickup' and d.kind = 'return')
        order by s.position limit 1) f on true
    where r.workspace_id = ${workspaceId} and p.state = 'dispatched' and r.id in (select s.route_id from stops s
      where s.workspace_id = ${workspaceId} and s.delivery_id = any(${ids}::uuid[]))`.execute(trx)
  const routeIds = rows.map(({ id }) => id)
  const stops = Map.groupBy(await readStops(trx, workspaceId, routeIds), ({ route_id }) => route_id)
  const measured = await readMeters(trx, workspaceId, routeIds)
  return rows.map((row) => ({
    ...row,
    stops: stops.get(row.id) ?? [],
    measured_meters: measured.get(row.id) ?? null,
  }))
}

async function readStops(trx: Trx, workspaceId: string, routeIds: string[]): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    with ranges as (
      select h.stop_id, count(*)::float8 as said,
        count(*) filter (where coalesce(g.arrived_at, g.done_at) between h.p10_at and h.p90_at)::float8 as within,
        round(sum(abs(extract(epoch from coalesce(g.arrived_at, g.done_at) - h.p50_at))))::float8 as error
      -- By stop: what was told of all routes is too much to look through.
      from stops o join eta_history h on h.workspace_id = o.workspace_id and h.stop_id = o.id and h.route_id = o.route_id
        join stop_progress g on g.workspace_id = h.workspace_id and g.stop_id = h.stop_id
      where o.workspace_id = ${workspaceId} and o.route_id = any(${routeIds}::uuid[])
        and coalesce(g.arrived_at, g.done_at) > h.said_at
        and h.p50_at between h.said_at + interval '10 minutes' and h.said_at + interval '2 hours'
      group by h.stop_id)
    select s.id, s.route_id, s.position, s.kind, s.delivery_id,
      s.kind = 'delivery' or coalesce(s.kind = 'pickup' and d.kind = 'return', false) as "isDoor",
      case when s.kind = 'delivery' or d.kind = 'return' then greatest(1, d.units) + coalesce(d.return_units, 0) else 0 end as pieces,
      ${ms('s.arrival_at')} as arrival_at, ${ms('s.departure_at')} as departure_at, s.waiting_seconds,
      s.service_seconds + s.setup_seconds as service_seconds, s.distance_km, ${ms('s.promised_at')} as promised_at,
      ${ms('g.departed_at')} as departed_at, ${ms('g.arrived_at')} as arrived_at, ${ms('g.done_at')} as done_at,
      coalesce(e.said, 0) as eta_said, coalesce(e.within, 0) as eta_within, coalesce(e.error, 0) as eta_error_seconds
    from stops s left join stop_progress g on g.workspace_id = s.workspace_id and g.stop_id = s.id
      left join deliveries d on d.id = s.delivery_id left join ranges e on e.stop_id = s.id
    where s.workspace_id = ${workspaceId} and s.route_id = any(${routeIds}::uuid[])
    order by s.route_id, s.position`.execute(trx)
  return rows
}

/** More than this between two fixes is a gap, not a way. */
const longestGap = '10 minutes'
/** Fixes farther off than this tell no distance. */
const roughMeters = 100

/** Meters that drivers of routes drove between leaving and their last stop, from positions. Not of those without any. */
async function readMeters(trx: Trx, workspaceId: string, routeIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; meters: number | null }>`
    select r.id, w.meters from routes r
      cross join lateral (select min(g.departed_at) as left_at, max(g.done_at) as done_at from stops s
        join stop_progress g on g.workspace_id = s.workspace_id and g.stop_id = s.id where s.route_id = r.id) t
      cross join lateral (
        select round(sum(12742000 * asin(sqrt(least(1, power(sin(radians(lat - lat0) / 2), 2)
            + cos(radians(lat0)) * cos(radians(lat)) * power(sin(radians(lng - lng0) / 2), 2))))))::float8 as meters
        from (select lat, lng, recorded_at, lag(lat) over w as lat0, lag(lng) over w as lng0, lag(recorded_at) over w as at0
          from positions p where p.workspace_id = r.workspace_id and p.driver_id = r.driver_id and p.hidden is null
            and coalesce(p.accuracy_m, 0) <= ${roughMeters} and p.recorded_at between t.left_at and t.done_at
          window w as (order by recorded_at)) f
        where lat0 is not null and recorded_at - at0 <= ${longestGap}::interval) w
    where r.workspace_id = ${workspaceId} and r.id = any(${routeIds}::uuid[])`.execute(trx)
  return new Map(rows.flatMap(({ id, meters }) => (meters === null ? [] : [[id, meters] as const])))
}

/** Messages to recipients that were sent, by delivery, the oldest first. */
export async function readMessages(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, RawMessage[]>> {
  const { rows } = await sql<{ delivery_id: string; messages: RawMessage[] }>`
    select delivery_id, json_agg(json_build_object('at', ${ms('sent_at')}, 'cost', cost) order by sent_at, id) as messages
    from notifications where workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[])
      and state in ('sent', 'delivered') and sent_at is not null
    group by delivery_id`.execute(trx)
  return new Map(rows.map(({ delivery_id, messages }) => [delivery_id, messages]))
}

/** Territories, in the order of their names. */
export async function readTerritories(trx: Trx, workspaceId: string) {
  const { rows } = await sql<{ id: string; name: string; area: { coordinates: Corner[][] } }>`
    select id, name, area from territories where workspace_id = ${workspaceId} order by lower(name), id`.execute(trx)
  return rows
}

/** Which currency the workspace had when. */
export async function readCurrencies(trx: Trx, workspaceId: string): Promise<(at: number) => string> {
  const { rows } = await sql<{ until: number | null; currency: string }>`
    select ${ms('until')} as until, currency from former_currencies where workspace_id = ${workspaceId}
    union all select null, currency from workspaces where id = ${workspaceId} order by until nulls last`.execute(trx)
  return (at) => rows.find(({ until }) => until === null || at < until)!.currency
}
