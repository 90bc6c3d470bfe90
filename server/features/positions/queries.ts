import { sql } from 'kysely'
import { thin } from '#domain/road/thin.ts'
import { shownOf } from '#domain/road/track.ts'
import type { DriverOnMap, KeptPositions, LivePosition, NextStop, Stay, TrailPoint } from '#domain/schema/position.ts'
import { dayOf, Instant } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { trackOf } from './rules.ts'

type OnMapRow = Omit<
  LivePosition,
  'lat' | 'lng' | 'recorded_at' | 'source' | 'near' | 'standing_since' | 'off_route_m'
> & {
  name: string
  lat: number | null
  lng: number | null
  recorded_at: string | null
  source: LivePosition['source'] | null
  track: object | null
  shift: DriverOnMap['shift']
  route_id: string | null
  next_stop: NextStop | null
  stops_done: number | null
  stops_left: number | null
}

/** Where all drivers are, with what they drive today. */
export async function listPositions(
  trx: Trx,
  workspaceId: string,
  { onShift, now }: { onShift?: boolean | undefined; now: Date },
): Promise<DriverOnMap[]> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const today = dayOf(now, time_zone)
  const { rows } = await sql<OnMapRow>`
    with today as (
      select r.id, r.driver_id, r.starts_at from routes r join plans p on p.id = r.plan_id
        where r.workspace_id = ${workspaceId} and p.workspace_id = ${workspaceId} and p.state = 'dispatched'
          and p.day = ${today}),
    visits as (
      select t.driver_id, t.id as route_id, t.starts_at, s.id, s.kind, s.sequence, s.name, s.address, s.lat, s.lng,
          s.arrival_at, s.delivery_id, s.position, e.p50_at as expected_at,
          q.done_at is not null or q.skipped_at is not null
            or coalesce(d.status, '') in ('delivered', 'failed', 'cancelled') as is_done
        from today t join stops s on s.route_id = t.id and s.workspace_id = ${workspaceId}
          left join deliveries d on d.id = s.delivery_id
          left join stop_etas e on e.workspace_id = ${workspaceId} and e.stop_id = s.id
          left join stop_progress q on q.workspace_id = ${workspaceId} and q.stop_id = s.id
        where s.kind in ('pickup', 'delivery')),
    driven as (
      select v.driver_id, count(*) filter (where v.is_done)::int as stops_done,
          count(*) filter (where not v.is_done)::int as stops_left
        from visits v group by 1),
    next as (
      select distinct on (v.driver_id) v.driver_id, v.route_id, json_build_object('id', v.id, 'kind', v.kind,
          'sequence', v.sequence, 'name', v.name, 'address', v.address,
          'location', case when v.lat is not null then json_build_object('lat', v.lat, 'lng', v.lng) end,
          'arrival_at', v.arrival_at, 'expected_at', v.expected_at, 'delivery_id', v.delivery_id) as next_stop
        from visits v where not v.is_done order by v.driver_id, v.starts_at, v.position),
    shift as (
      select distinct on (s.driver_id) s.driver_id, json_build_object('id', s.id, 'started_at', s.started_at,
          'on_break_since', s.on_break_since, 'vehicle_id', s.vehicle_id) as shift
        from shifts s where s.workspace_id = ${workspaceId} and s.ended_at is null order by s.driver_id, s.started_at desc)
    select d.id as driver_id, d.name, p.lat, p.lng, p.recorded_at, p.accuracy_m, p.speed_mps, p.heading,
        p.battery_percent, p.charging, p.source, p.track, s.shift, n.next_stop, v.stops_done, v.stops_left,
        coalesce(n.route_id, (select t.id from today t where t.driver_id = d.id order by t.starts_at desc limit 1)) as route_id
      from drivers d left join driver_positions p on p.driver_id = d.id left join shift s on s.driver_id = d.id
        left join driven v on v.driver_id = d.id left join next n on n.driver_id = d.id
      where d.workspace_id = ${workspaceId} and d.active
        and ${onShift === undefined ? sql`true` : onShift ? sql`s.shift is not null` : sql`s.shift is null`}
      order by d.id`.execute(trx)
  return rows.map((row) => toDriverOnMap(row, now))
}

function toDriverOnMap(row: OnMapRow, now: Date): DriverOnMap {
  const { driver_id, name, shift, route_id, next_stop, stops_done, stops_left } = row
  const iso = (at: string) => new Date(at).toISOString()
  return {
    driver_id,
    name,
    position: positionOf(row),
    age_seconds: row.recorded_at === null ? null : Math.max(0, (now.getTime() - Date.parse(row.recorded_at)) / 1000),
    shift: shift && {
      ...shift,
      started_at: iso(shift.started_at),
      on_break_since: shift.on_break_since === null ? null : iso(shift.on_break_since),
    },
    route_id,
    next_stop: next_stop && {
      ...next_stop,
      arrival_at: iso(next_stop.arrival_at),
      expected_at: next_stop.expected_at && iso(next_stop.expected_at),
    },
    stops_done: stops_done ?? 0,
    stops_left: stops_left ?? 0,
  }
}

function positionOf(row: OnMapRow): LivePosition | null {
  const { driver_id, lat, lng, recorded_at, accuracy_m, speed_mps, heading, battery_percent, charging, source } = row
  if (lat === null || lng === null || recorded_at === null) return null
  const measured = { accuracy_m, speed_mps, heading, battery_percent, charging }
  return { driver_id, lat, lng, recorded_at, ...measured, source: source!, ...shownOf(trackOf(row.track)) }
}

type TrailFilter = {
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  limit: number
  tolerance_m: number
  hidden: 'true' | 'false'
}

const dayMs = 86_400_000
const daysFrom = (at: string | Date, days: number) => new Date(new Date(at).getTime() + days * dayMs).toISOString()

/** Where a driver has been, oldest first, without the fixes that a line shows as well. */
export async function readTrail(
  trx: Trx,
  { workspaceId, driverId }: { workspaceId: string; driverId: string },
  { from, to, cursor, limit, tolerance_m, hidden }: TrailFilter,
  now: Date,
): Promise<{ data: TrailPoint[]; next_cursor: string | null }> {
  const first = from ?? daysFrom(now, -1)
  const after = Instant.safeParse(cursor).data
  let found = trx
    .selectFrom('positions')
    .select(['lat', 'lng', 'recorded_at', 'accuracy_m', 'speed_mps', 'hidden'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('recorded_at', '>=', first)
    .where('recorded_at', '<', to ?? daysFrom(first, 1))
    .orderBy('recorded_at')
    .limit(limit + 1)
  if (after) found = found.where('recorded_at', '>', after)
  if (hidden === 'false') found = found.where('hidden', 'is', null)
  const rows = await found.execute()
  const page = rows.slice(0, limit)
  const shown = hidden === 'true' ? page : thin(page, tolerance_m)
  return { data: shown, next_cursor: rows.length > limit ? page.at(-1)!.recorded_at : null }
}

export async function readStays(
  trx: Trx,
  { workspaceId, driverId }: { workspaceId: string; driverId: string },
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<Stay[]> {
  const first = from ?? daysFrom(now, -1)
  return trx
    .selectFrom('stays')
    .select(['id', 'kind', 'from_at', 'to_at', 'lat', 'lng', 'stop_id', 'route_id', 'off_route_m'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('from_at', '>=', first)
    .where('from_at', '<', to ?? daysFrom(first, 1))
    .orderBy('from_at')
    .orderBy('id')
    .limit(2000)
    .execute()
}

/** What is kept of a driver's positions, by day in the workspace's time zone. */
export async function readKept(
  trx: Trx,
  { workspaceId, driverId }: { workspaceId: string; driverId: string },
): Promise<KeptPositions> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const { rows: days } = await sql<KeptPositions['days'][number]>`
    select (recorded_at at time zone ${time_zone})::date as day, count(*)::int as count, min(recorded_at) as first_at,
        max(recorded_at) as last_at
      from positions where workspace_id = ${workspaceId} and driver_id = ${driverId} group by 1 order by 1 desc`.execute(
    trx,
  )
  const { rows } = await sql<{ keeps_days: number; shift_id: string | null }>`
    select keeps_days, shift_id from position_keeping(${driverId})`.execute(trx)
  const trackers = await trx
    .selectFrom('trackers')
    .select(['name', 'last_seen_at'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return { ...rows[0]!, total: days.reduce((sum, { count }) => sum + count, 0), days, trackers }
}
