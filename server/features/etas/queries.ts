import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { calibrationByLead, type SaidRange } from '#domain/eta/calibration.ts'
import { etaProbability } from '#domain/eta/estimate.ts'
import { observedKinds, type ObservedKind } from '#domain/eta/kinds.ts'
import { cellDegrees, emptyModel, mostLog, type Effect, type Model, type Observation } from '#domain/eta/learn.ts'
import { usualWidths, type SaidWidth, type Widths } from '#domain/eta/widths.ts'
import type { EtaModel, SaidEta, StopEta } from '#domain/schema/eta.ts'
import type { DrivesOfDays, HourOfDrives } from '#domain/travel/learned-speeds.ts'
import type { TimedWith } from '#domain/travel/timed-with.ts'
import type { StopKind } from '#domain/schema/plan.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'

/** A route with what is known of how far it is. Lists of stops are in the order of the plan. */
export type RouteRow = {
  id: string
  day: string
  driver_id: string
  driver_name: string
  starts_at: string
  /** When goods that it starts with are at the depot, if transfers bring them. */
  goods_ready_at: string | null
  depot_id: string | null
  shift_id: string | null
  on_break_since: string | null
  break_stop_id: string | null
  lat: number | null
  lng: number | null
  recorded_at: string | null
  vehicle_type: string | null
  timed_with: TimedWith | null
}

export type StopRow = {
  id: string
  route_id: string
  position: number
  kind: StopKind
  delivery_id: string | null
  lat: number | null
  lng: number | null
  arrival_at: string
  departure_at: string
  waiting_seconds: number
  service_seconds: number
  promised_at: string | null
  departed_at: string | null
  arrived_at: string | null
  stayed_from: string | null
  done_at: string | null
  skipped_at: string | null
  /** When it was over, as somebody said by hand. Nothing is learned from that. */
  told_at: string | null
  number: number | null
  status: DeliveryState | null
  windows: { start: string | null; end: string | null }[]
}

/** The routes among these that are on the road. */
export async function readRoutes(trx: Trx, workspaceId: string, ids: string[]): Promise<RouteRow[]> {
  const { rows } = await sql<RouteRow>`
    select r.id, p.day, r.driver_id, r.driver_name, r.starts_at, coalesce(p.depot_id, w.depot_id) as depot_id,
      s.id as shift_id, s.on_break_since, s.break_stop_id, d.lat, d.lng, d.recorded_at,
      v.type as vehicle_type, p.timed_with, g.goods_ready_at
    from routes r join plans p on p.id = r.plan_id
      left join vehicles v on v.id = r.vehicle_id
      left join drivers w on w.id = r.driver_id
      left join lateral (select id, on_break_since, break_stop_id from shifts o
        where o.workspace_id = r.workspace_id and o.driver_id = r.driver_id and o.ended_at is null
        order by o.started_at desc limit 1) s on true
      left join lateral (select max((e.goods ->> 'ready_at')::timestamptz) as goods_ready_at from deliveries e
        join stops b on b.route_id = r.id and b.delivery_id = e.id and b.kind = 'delivery'
        where e.workspace_id = r.workspace_id and e.route_id = r.id and e.goods is not null and e.status = 'dispatched'
          and not exists (select from stops l where l.route_id = r.id and l.kind = 'reload' and l.position < b.position)) g on true
      left join driver_positions d on d.driver_id = r.driver_id and d.shift_id = s.id and d.recorded_at is not null
    where r.workspace_id = ${workspaceId} and r.id = any(${ids}::uuid[]) and p.state = 'dispatched'`.execute(trx)
  return rows
}

export async function readStops(trx: Trx, workspaceId: string, routeIds: string[]): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    select s.id, s.route_id, s.position, s.kind, s.delivery_id, s.lat, s.lng, s.arrival_at, s.departure_at,
      s.waiting_seconds, s.service_seconds + s.setup_seconds as service_seconds, s.promised_at, g.departed_at,
      g.arrived_at, y.from_at as stayed_from, g.done_at, g.skipped_at, d.number,
      case when d.deleted_at is null then d.status else 'cancelled' end as status,
      case when g.done_at is null and s.kind = 'delivery' and d.status in ('delivered', 'failed') then d.status_at end
        as told_at,
      case when d.id is null then '[]'::jsonb
        when s.kind = 'pickup' and d.kind <> 'return'
          then jsonb_build_array(jsonb_build_object('start', d.pickup_window_start, 'end', d.pickup_window_end))
        else jsonb_build_array(jsonb_build_object('start', d.window_start, 'end', d.window_end)) || d.more_windows
      end as windows
    from stops s
      left join stop_progress g on g.workspace_id = s.workspace_id and g.stop_id = s.id
      left join deliveries d on d.id = s.delivery_id
      left join lateral (select min(t.from_at) as from_at from stays t
        where t.workspace_id = s.workspace_id and t.stop_id = s.id and t.kind = 'stay') y on g.done_at is not null
    where s.workspace_id = ${workspaceId} and s.route_id = any(${routeIds}::uuid[])
    order by s.route_id, s.position`.execute(trx)
  return rows
}

/** What was learned in a workspace. */
export async function readModel(trx: Trx, workspaceId: string): Promise<Model> {
  const rows = await trx
    .selectFrom('eta_effects')
    .select(['kind', 'scope', 'key', 'observations', 'total', 'effect'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const model = emptyModel()
  for (const { kind, scope, key, observations, total, effect } of rows) {
    if (scope === 'spread') model[kind].spread = { observations, total, ofDay: effect }
    else model[kind].effects.set(`${scope} ${key}`, { observations, total, effect })
  }
  return model
}

/** How wide ranges are said, by lead time: as this workspace's own taught, or as is usual. */
export async function readWidths(trx: Trx, workspaceId: string): Promise<Widths> {
  const fit = await trx
    .selectFrom('eta_fits')
    .select('widths')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return fit?.widths ?? usualWidths
}

export type SeenObservation = Observation & { stop_id: string; kind: ObservedKind; observed_at: string }

const dayOf = (instant: 'observed_at' | 'said_at', zone: string) =>
  sql<string>`(${sql.ref(instant)} at time zone ${zone})::date::text`

/** What was observed, the newest first, at most so many of each kind. */
export async function readObservations(
  trx: Trx,
  workspaceId: string,
  { kind, zone, most }: { kind: ObservedKind; zone: string; most: number },
): Promise<Observation[]> {
  return trx
    .selectFrom('eta_observations')
    .select(['driver_id as driver', 'cell', 'hour', 'planned_seconds', 'actual_seconds'])
    .select(dayOf('observed_at', zone).as('day'))
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .orderBy('observed_at', 'desc')
    .orderBy('stop_id')
    .limit(most)
    .execute()
}

/** Which of these stops were learned from already. */
export async function readLearned(trx: Trx, workspaceId: string, stopIds: string[]): Promise<Set<string>> {
  if (!stopIds.length) return new Set()
  const rows = await trx
    .selectFrom('eta_observations')
    .select(['stop_id', 'kind'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`stop_id = any(${stopIds}::uuid[])`)
    .execute()
  return new Set(rows.map(({ stop_id, kind }) => `${kind} ${stop_id}`))
}

/** What was last said of these stops. */
export async function readLastSaid(trx: Trx, workspaceId: string, stopIds: string[]) {
  if (!stopIds.length) return new Map<string, { p10_at: string; p50_at: string; p90_at: string; said_at: string }>()
  const rows = await trx
    .selectFrom('eta_history')
    .distinctOn('stop_id')
    .select(['stop_id', 'said_at', 'p10_at', 'p50_at', 'p90_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`stop_id = any(${stopIds}::uuid[])`)
    .orderBy('stop_id')
    .orderBy('said_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.stop_id, row]))
}

/** The late alerts of these routes that are not over, by route. */
export async function readLateAlerts(trx: Trx, workspaceId: string, routeIds: string[]) {
  const rows = await trx
    .selectFrom('alerts')
    .select(['key', 'severity', 'stop_id', 'route_id'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'late_expected')
    .where('settled_at', 'is', null)
    .where(sql<boolean>`key = any(${routeIds.map((id) => `late:${id}`)}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.route_id!, row]))
}

type Asked = { planId: string } | { routeId: string }

/** What is now expected of the stops ahead, in the order of their routes. */
export async function listEtas(
  trx: Trx,
  workspaceId: string,
  asked: Asked,
): Promise<{ probability: number; data: StopEta[] }> {
  await checkAsked(trx, workspaceId, asked)
  let found = trx
    .selectFrom('stop_etas as e')
    .innerJoin('routes as r', 'r.id', 'e.route_id')
    .innerJoin('stops as s', 's.id', 'e.stop_id')
    .select(['e.stop_id', 'e.route_id', 'e.delivery_id', 'e.p10_at', 'e.p50_at', 'e.p90_at', 'e.basis'])
    .select(['s.arrival_at as planned_at', 'e.late_seconds', 'e.computed_at'])
    .where('e.workspace_id', '=', workspaceId)
    .orderBy('r.position')
    .orderBy('e.p50_at')
    .orderBy('s.position')
  if ('planId' in asked) found = found.where('r.plan_id', '=', asked.planId)
  else found = found.where('e.route_id', '=', asked.routeId)
  const data = (await found.execute()).map((row) => ({ ...row, due_at: dueOf(row) }))
  return { probability: etaProbability, data }
}

function dueOf({ p50_at, late_seconds }: { p50_at: string; late_seconds: number | null }): string | null {
  return late_seconds === null ? null : new Date(Date.parse(p50_at) - late_seconds * 1000).toISOString()
}

/** @throws AppError `plan_not_found`, `route_not_found` */
async function checkAsked(trx: Trx, workspaceId: string, asked: Asked): Promise<void> {
  const [table, id] = 'planId' in asked ? (['plans', asked.planId] as const) : (['routes', asked.routeId] as const)
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx)
  if (!rows.length) throw new AppError(table === 'plans' ? 'plan_not_found' : 'route_not_found')
}

/** What was said of the stops of a delivery, oldest first. */
export async function listSaid(trx: Trx, workspaceId: string, deliveryId: string): Promise<SaidEta[]> {
  const known = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!known) throw new AppError('delivery_not_found')
  return trx
    .selectFrom('eta_history')
    .select(['stop_id', 'said_at', 'p10_at', 'p50_at', 'p90_at', 'basis', 'arrived_at'])
    .select(sql<boolean | null>`arrived_at between p10_at and p90_at`.as('within'))
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('said_at')
    .limit(1000)
    .execute()
}

/** What was learned, and how good what was said was. */
export async function readEtaModel(trx: Trx, workspaceId: string, now: Date): Promise<EtaModel> {
  const model = await readModel(trx, workspaceId)
  const drivers = await trx
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const names = new Map(drivers.map(({ id, name }) => [id, name]))
  return {
    kinds: observedKinds.map((kind) => ({ kind, ...shownOf(model, kind, names) })),
    judged: await judge(trx, workspaceId, now),
  }
}

const shown = ({ observations, effect }: Effect) => ({ observations, factor: round(Math.exp(effect)) })
const round = (value: number) => Math.round(value * 1000) / 1000

function shownOf(model: Model, kind: ObservedKind, names: Map<string, string>) {
  const { effects, spread } = model[kind]
  const of = (scope: string) =>
    [...effects].flatMap(([name, effect]) =>
      name.startsWith(`${scope} `) ? [{ key: name.slice(scope.length + 1), ...shown(effect) }] : [],
    )
  const [all = { observations: 0, factor: 1 }] = of('all')
  return {
    all: { observations: all.observations, factor: all.factor },
    spread: round(spread.observations ? Math.sqrt(spread.total / spread.observations) : 0),
    hours: of('hour')
      .map(({ key, ...each }) => ({ ...each, hour: Number(key) }))
      .toSorted((a, b) => a.hour - b.hour),
    areas: of('cell').flatMap(({ key, ...each }) => {
      const [lat, lng] = key.split(',').map((at) => Number(at) * cellDegrees)
      return lat === undefined || lng === undefined ? [] : [{ ...each, lat, lng, size: cellDegrees }]
    }),
    drivers: of('driver').flatMap(({ key, ...each }) => {
      const driver_name = names.get(key)
      return driver_name === undefined ? [] : [{ ...each, driver_id: key, driver_name }]
    }),
  }
}

async function judge(trx: Trx, workspaceId: string, now: Date): Promise<EtaModel['judged']> {
  const since = new Date(now.getTime() - 30 * 86_400_000)
  const { rows } = await sql<{ said: number; within: number; error_seconds: number | null }>`
    select count(*)::int as said, count(*) filter (where arrived_at between p10_at and p90_at)::int as within,
      round(percentile_cont(0.5) within group (order by abs(extract(epoch from arrived_at - p50_at))))::int
        as error_seconds
    from eta_history where workspace_id = ${workspaceId} and arrived_at is not null
      and said_at > ${since}
      and p50_at between said_at + interval '10 minutes' and said_at + interval '2 hours'`.execute(trx)
  const leads = calibrationByLead(await readSaid(trx, workspaceId, since))
  const widths = await readWidths(trx, workspaceId)
  return {
    ...rows[0]!,
    probability: etaProbability,
    leads: leads.map((lead, index) => ({ ...lead, width: widths[index]! })),
  }
}

/** More ranges tell nothing more. */
const mostJudged = 20_000

const milliseconds = (instant: string) => sql`extract(epoch from ${sql.ref(instant)})::float8 * 1000`
const saidRange = sql`${milliseconds('said_at')} as said, ${milliseconds('p10_at')} as p10, ${milliseconds('p50_at')} as p50,
  ${milliseconds('p90_at')} as p90, ${milliseconds('arrived_at')} as arrived`

/** The last ranges that were said before their driver came. */
async function readSaid(trx: Trx, workspaceId: string, since: Date): Promise<SaidRange[]> {
  const { rows } = await sql<SaidRange>`select ${saidRange}
    from eta_history where workspace_id = ${workspaceId} and arrived_at > said_at and said_at > ${since}
    order by said_at desc limit ${mostJudged}`.execute(trx)
  return rows
}

/** Ranges to learn widths from: of busy workspaces those of some stops, of all days alike. */
export async function readSaidWidths(
  trx: Trx,
  workspaceId: string,
  { since, zone }: { since: Date; zone: string },
): Promise<SaidWidth[]> {
  const { rows } = await sql<SaidWidth>`select ${saidRange}, early_width::float8 as early, late_width::float8 as late,
      ${dayOf('said_at', zone)} as day
    from eta_history where workspace_id = ${workspaceId} and arrived_at > said_at and said_at > ${since}
      and early_width is not null
    order by md5(stop_id::text), said_at limit ${mostJudged}`.execute(trx)
  return rows
}

/** Routes to work out now, by workspace. No other server takes them too. */
export async function routesToEstimate(db: Db, now: Date, most: number): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ workspace_id: string; route_id: string }>`
    select workspace_id, route_id from routes_to_estimate(${now}, ${most})`.execute(inOneStatement(db))
  const workspaces = Map.groupBy(rows, ({ workspace_id }) => workspace_id)
  return new Map([...workspaces].map(([id, routes]) => [id, routes.map(({ route_id }) => route_id)]))
}

export type Silence = {
  workspace_id: string
  driver_id: string
  route_id: string | null
  since: string | null
  is_silent: boolean
}

/** Drivers who have become silent, or are silent no more. */
export async function silenceToTell(db: Db, now: Date): Promise<Silence[]> {
  const { rows } = await sql<Silence>`select workspace_id, driver_id, route_id, since, is_silent
    from silence_to_tell(${now})`.execute(inOneStatement(db))
  return rows
}

export async function workspacesToFit(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from workspaces_to_fit(${now})`.execute(
    inOneStatement(db),
  )
  return rows.map(({ workspace_id }) => workspace_id)
}

/** What drives took by hour of the day, compared with the usual speed, on workdays and on weekends. */
export async function readDrives(trx: Trx, workspaceId: string, zone: string): Promise<DrivesOfDays> {
  const { rows } = await sql<HourOfDrives & { is_weekend: boolean }>`
    select extract(isodow from observed_at at time zone ${zone}) > 5 as is_weekend, hour, count(*)::integer as drives,
      avg(greatest(${-mostLog}::double precision, least(${mostLog}::double precision,
        ln(actual_seconds / (planned_seconds * traffic_factor))))) as mean_log
    from eta_observations
    where workspace_id = ${workspaceId} and kind = 'drive' and traffic_factor is not null
      and planned_seconds > 0 and actual_seconds > 0
    group by 1, 2 order by 1, 2`.execute(trx)
  const of = (isWeekend: boolean) =>
    rows.filter(({ is_weekend }) => is_weekend === isWeekend).map(({ is_weekend: _, ...hour }) => hour)
  return { workdays: of(false), weekends: of(true) }
}
