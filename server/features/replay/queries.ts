import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { EventType } from '#domain/events/types.ts'
import { thinned, toColumns, type ReplayFix } from '#domain/replay/columns.ts'
import type { Replay, ReplayColumns, ReplayDriver, ReplayEta, ReplayStop } from '#domain/schema/replay.ts'
import { dayAfter, Instant, instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { readEventsAt } from '../../events/read.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { factOf, keptOf } from './rules.ts'

type Asked = { workspaceId: string; day: string; now: Date }
type Page = { cursor?: string | undefined; limit: number }
export type Span = { from: Date; to: Date }

/** A shift that somebody forgot to end does not go on for days. */
const longestShiftMs = 20 * 3_600_000

/**
 * When a day begins and ends: at midnight in the workspace's time zone, later if a shift goes on.
 * @throws AppError `day_ahead`
 */
async function spanOf(trx: Trx, { workspaceId, day, now }: Asked): Promise<Span> {
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const from = instantOf(day, '00:00', zone)
  if (from > now) throw new AppError('day_ahead', { day })
  const midnight = instantOf(dayAfter(day), '00:00', zone)
  const { rows } = await sql<{ ended_at: string | null }>`
    select max(least(coalesce(ended_at, ${now}), started_at + make_interval(secs => ${longestShiftMs / 1000}))) as ended_at
    from shifts where workspace_id = ${workspaceId} and started_at >= ${from} and started_at < ${midnight}`.execute(trx)
  const ended = rows[0]?.ended_at ? new Date(rows[0].ended_at) : midnight
  const to = ended > midnight ? ended : midnight
  return { from, to: to > now ? now : to }
}

/**
 * A day as it was driven.
 * @throws AppError `day_ahead`
 */
export async function getReplay(trx: Trx, asked: Asked, eventDays: number): Promise<Replay> {
  const { workspaceId, day, now } = asked
  const span = await spanOf(trx, asked)
  const { keep_positions_days } = await readRoadSettings(trx, workspaceId)
  const drivers = await readDrivers(trx, asked, span)
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const positions = keptOf(span, before(keep_positions_days))
  const plans = await trx
    .selectFrom('plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .where('state', '=', 'dispatched')
    .orderBy('created_at')
    .execute()
  return {
    day,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    is_over: span.to < now,
    positions: drivers.some(({ shifts }) => shifts.length) ? positions : 'none',
    keeps_positions_days: keep_positions_days,
    facts: keptOf(span, before(eventDays)),
    plan_ids: plans.map(({ id }) => id),
    drivers,
    stops: await readStops(trx, asked),
  }
}

/** Those who had a route or a shift. */
async function readDrivers(trx: Trx, { workspaceId, day }: Asked, { from, to }: Span): Promise<ReplayDriver[]> {
  const { rows } = await sql<ReplayDriver>`
    with worked as (
      select s.driver_id, json_agg(json_build_object('started_at', s.started_at, 'ended_at', s.ended_at)
          order by s.started_at) as shifts
        from shifts s where s.workspace_id = ${workspaceId} and s.started_at < ${to}
          and coalesce(s.ended_at, s.started_at + make_interval(secs => ${longestShiftMs / 1000})) > ${from} group by 1),
    driven as (
      select distinct r.driver_id from routes r join plans p on p.id = r.plan_id
        where r.workspace_id = ${workspaceId} and p.day = ${day} and p.state = 'dispatched')
    select d.id, d.name, d.active, coalesce(w.shifts, '[]'::json) as shifts from drivers d
      left join worked w on w.driver_id = d.id
      where d.workspace_id = ${workspaceId} and (w.driver_id is not null or d.id in (select driver_id from driven))
      order by lower(d.name), d.id`.execute(trx)
  const iso = (at: string) => new Date(at).toISOString()
  return rows.map(({ shifts, ...driver }) => ({
    ...driver,
    shifts: shifts.map(({ started_at, ended_at }) => ({
      started_at: iso(started_at),
      ended_at: ended_at === null ? null : iso(ended_at),
    })),
  }))
}

type StopRow = Omit<ReplayStop, 'location'> & { lat: number | null; lng: number | null }

async function readStops(trx: Trx, { workspaceId, day }: Asked): Promise<ReplayStop[]> {
  const { rows } = await sql<StopRow>`
    select s.id, s.route_id, r.driver_id, s.kind, s.sequence, s.name, s.address, s.delivery_id, d.number as delivery_number,
      s.lat, s.lng, s.arrival_at as planned_at, g.arrived_at, g.skipped_at,
      coalesce(g.done_at, case when s.kind = 'delivery' and d.status in ('delivered', 'failed', 'cancelled')
        then d.status_at end) as done_at,
      case when d.status = 'failed' then 'failed' when d.status = 'cancelled' then 'cancelled'
        when g.done_at is not null or d.status = 'delivered' then 'done' end as outcome
    from stops s join routes r on r.id = s.route_id join plans p on p.id = r.plan_id
      left join stop_progress g on g.workspace_id = s.workspace_id and g.stop_id = s.id
      left join deliveries d on d.id = s.delivery_id
    where s.workspace_id = ${workspaceId} and p.day = ${day} and p.state = 'dispatched'
      and s.kind in ('pickup', 'delivery')
    order by r.position, r.id, s.position`.execute(trx)
  return rows.map(({ lat, lng, ...stop }) => ({
    ...stop,
    location: lat === null || lng === null ? null : { lat, lng },
  }))
}

/**
 * Where drivers were, driver by driver. A driver may go on in the next page.
 * @throws AppError `day_ahead`, `bad_cursor`
 */
export async function listReplayPositions(trx: Trx, asked: Asked, page: Page) {
  const { from, to } = await spanOf(trx, asked)
  const found = trx
    .selectFrom('positions')
    .select(['driver_id', 'recorded_at', 'lat', 'lng'])
    .where('workspace_id', '=', asked.workspaceId)
    .where('recorded_at', '>=', from.toISOString())
    .where('recorded_at', '<=', to.toISOString())
    .where('hidden', 'is', null)
  const byDriver = {
    name: 'driver',
    order: 'asc' as const,
    by: sql`driver_id`,
    values: z.uuid(),
    tie: sql`recorded_at`,
    ties: Instant,
  }
  const { rows, next_cursor } = await readPage(found, byDriver, page)
  const data: ReplayColumns[] = []
  for (const [driver, own] of Map.groupBy(rows, ({ driver_id }) => driver_id)) {
    const fixes = own.map(({ recorded_at, lat, lng }): ReplayFix => ({ at: Date.parse(recorded_at), lat, lng }))
    data.push(toColumns(driver, thinned(fixes)))
  }
  return { data, next_cursor }
}

/**
 * What happened and was decided, in the order in which it became known.
 * @throws AppError `day_ahead`, `bad_cursor`
 */
export async function listReplayFacts(trx: Trx, asked: Asked, types: readonly EventType[], page: Page) {
  const { from, to } = await spanOf(trx, asked)
  const found = trx
    .selectFrom('event_batches as b')
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace_id', '=', 'b.workspace_id').onRef('e.batch_id', '=', 'b.id'),
    )
    .select(['e.batch_id', 'e.index'])
    .where('b.workspace_id', '=', asked.workspaceId)
    .where('b.at', '>=', from.toISOString())
    .where('b.at', '<=', to.toISOString())
    .where('b.position', 'is not', null)
    .where(sql<boolean>`e.type = any(${types}::text[])`)
  const asKnown = {
    name: 'position',
    order: 'asc' as const,
    by: sql`b.position`,
    values: z.number(),
    tie: sql`e.index`,
    ties: z.number(),
  }
  const { rows, next_cursor } = await readPage(found, asKnown, page)
  const events = await readEventsAt(trx, asked.workspaceId, rows)
  return { data: events.flatMap((event) => factOf(event) ?? []), next_cursor }
}

/**
 * When a driver was expected where, as it was said then.
 * @throws AppError `day_ahead`, `bad_cursor`
 */
export async function listReplayEtas(trx: Trx, asked: Asked, driverId: string, page: Page) {
  const { from, to } = await spanOf(trx, asked)
  const found = trx
    .selectFrom('eta_history')
    .select(['stop_id', 'said_at', 'p10_at', 'p50_at', 'p90_at'])
    .where('workspace_id', '=', asked.workspaceId)
    .where('driver_id', '=', driverId)
    .where('said_at', '>=', from.toISOString())
    .where('said_at', '<=', to.toISOString())
  const asSaid = {
    name: 'said',
    order: 'asc' as const,
    by: sql`said_at`,
    values: Instant,
    tie: sql`stop_id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found, asSaid, page)
  return { data: rows satisfies ReplayEta[], next_cursor }
}
