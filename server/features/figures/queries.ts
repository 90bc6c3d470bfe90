import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { z } from 'zod'
import type { listFigureDeliveries as listEndpoint } from '#domain/api/analytics.ts'
import { lateCauses } from '#domain/figures/late-cause.ts'
import type { ShownBehind } from '#domain/figures/measures.ts'
import { periodsIn, periodStart, rangeBefore, type FigurePeriod } from '#domain/figures/periods.ts'
import type { FigureSplit } from '#domain/figures/splits.ts'
import { attemptSums, moneySums, type Sums } from '#domain/figures/sums.ts'
import type { ShownAtPlace } from '#domain/figures/trouble.ts'
import type { FigureDelivery, FigureReport } from '#domain/schema/figures.ts'
import { Day } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { asOf } from '../../db/standby.ts'
import { readPage, type Sort } from '../../db/keyset.ts'
import {
  addUp,
  deliveredKey,
  isNone,
  nameOfKey,
  sourceOf,
  tellsRoutes,
  toFigures,
  type Asked,
  type RouteRow,
  type Source,
  type SumRow,
} from './rules.ts'

/** More rows than anybody reads. */
const mostRows = 500

type Question = Asked & { period: FigurePeriod; split?: FigureSplit | undefined; compare: boolean }

/** Drivers see their own attempts, and nothing that was added up. */
export type Reach = 'all' | 'own'

/** The figures of a range, by period and by a split, compared with the range before. */
export async function readFigures(
  trx: Trx,
  workspaceId: string,
  asked: Question,
  now: Date,
  reach: Reach = 'all',
): Promise<FigureReport> {
  const { from, to, period, split, compare } = asked
  const before = compare ? rangeBefore({ from, to }) : null
  const whole = { ...asked, from: before?.from ?? from }
  const grouping = { from, period, split, reach }
  const sums = await sumUp(trx, workspaceId, whole, grouping)
  const routes = asked.client_id === undefined ? await sumRoutes(trx, workspaceId, whole, grouping) : []
  const figuresOf = (grouped: SumRow['grouped'], isBefore: boolean, of: (row: SumRow | RouteRow) => boolean) => {
    const isIt = (row: SumRow | RouteRow) => row.grouped === grouped && row.is_before === isBefore && of(row)
    const hasRoutes = grouped === 'key' ? tellsRoutes(asked, split) : asked.client_id === undefined
    return toFigures(addUp(sums.filter(isIt), routes.find(isIt)), hasRoutes)
  }
  const all = () => true
  const keys = keysOf(sums, split)
  const names = split ? await namesOf(trx, workspaceId, split, keys) : new Map<string, string>()
  return {
    from,
    to,
    before,
    total: figuresOf('all', false, all),
    total_before: before && figuresOf('all', true, all),
    periods: periodsIn({ from, to }, period).map((range) => ({
      ...range,
      figures: figuresOf('period', false, (row) => row.period === periodStart(range.from, period)),
    })),
    rows: keys.slice(0, mostRows).map((key) => ({
      key,
      name: key === null ? null : (names.get(key) ?? nameOfKey(split!, key) ?? null),
      figures: figuresOf('key', false, (row) => row.key === key),
      before: before && figuresOf('key', true, (row) => row.key === key),
    })),
    rows_left_off: Math.max(0, keys.length - mostRows),
    up_to: await readUpTo(trx, workspaceId, now),
  }
}

/** What all attempts of a range add up to. */
export async function readSums(trx: Trx, workspaceId: string, asked: Asked): Promise<Sums> {
  const rows = await sumUp(trx, workspaceId, asked, {
    from: asked.from,
    period: 'month',
    split: undefined,
    reach: 'all',
  })
  return addUp(
    rows.filter(({ grouped }) => grouped === 'all'),
    undefined,
  )
}

/** The keys of a split, those with the most attempts in the range first. */
function keysOf(sums: SumRow[], split: FigureSplit | undefined): (string | null)[] {
  if (!split) return []
  const attempts = new Map<string | null, number>()
  for (const { grouped, is_before, key, attempts: more } of sums) {
    if (grouped !== 'key' || is_before || (split === 'reason' && key === deliveredKey)) continue
    attempts.set(key, (attempts.get(key) ?? 0) + more)
  }
  return [...attempts.keys()].toSorted(
    (a, b) => attempts.get(b)! - attempts.get(a)! || (a ?? '').localeCompare(b ?? ''),
  )
}

type Grouping = { from: string; period: FigurePeriod; split: FigureSplit | undefined; reach: Reach }

const added = sql.raw([...attemptSums, ...moneySums].join(', '))
const addedUp = sql.raw([...attemptSums, ...moneySums].map((name) => `sum(${name})::float8 as ${name}`).join(', '))

const startOf = (period: FigurePeriod) =>
  period === 'day' ? sql`day` : sql`date_trunc(${sql.lit(period)}, day::timestamp)::date`

/** What each way of grouping is called; the others of a row are null. */
const grouped = sql`case when grouping(period) = 0 then 'period' when grouping(key) = 0 then 'key' else 'all' end`

async function sumUp(
  trx: Trx,
  workspaceId: string,
  asked: Asked,
  { from, period, split, reach }: Grouping,
): Promise<SumRow[]> {
  const source = await readSource(trx, workspaceId, asked, split, undefined, reach)
  const rowsOf = sql`select day < ${from} as is_before, ${startOf(period)} as period, s.* from (${source}) s`
  // Weeks and months are added up first, so that the groupings below go through few rows instead of all three times.
  const summed =
    period === 'day'
      ? rowsOf
      : sql`select is_before, period, key, currency, ${addedUp} from (${rowsOf}) d group by is_before, period, key, currency`
  const { rows } = await sql<SumRow>`
    select ${grouped} as grouped, is_before, period, key, currency, ${addedUp}
    from (${summed}) t
    group by grouping sets ((is_before, currency), (is_before, period, currency), (is_before, key, currency))`.execute(
    trx,
  )
  return rows
}

/** The column of a split in attempts. */
const attemptKeys: Record<FigureSplit, RawBuilder<unknown>> = {
  driver: sql`driver_id::text`,
  vehicle: sql`vehicle_id::text`,
  depot: sql`depot_id::text`,
  client: sql`client_id::text`,
  area: sql`area`,
  hour: sql`hour::text`,
  window: sql`"window"`,
  reason: sql`case when failed = 0 then ${sql.lit(deliveredKey)} else reason end`,
}

type Narrowing = { key: FigureSplit; is: string }

/** Rows of sums, and attempts of days that have changed since they were added up. */
async function readSource(
  trx: Trx,
  workspaceId: string,
  asked: Asked,
  split: FigureSplit | undefined,
  narrowing?: Narrowing,
  reach: Reach = 'all',
): Promise<RawBuilder<unknown>> {
  const source = reach === 'own' ? 'attempts' : sourceOf(asked, narrowing?.key ?? split)
  const attempts = (days: RawBuilder<SqlBool>) => sql`
    select day, ${split ? attemptKeys[split] : sql`null::text`} as key, currency, ${added} from figure_attempts
    where workspace_id = ${workspaceId} and ${days} and ${sql.join(filtersOf(asked, 'attempts'), sql` and `)}
      and ${narrowing ? isKey(attemptKeys[narrowing.key], narrowing.is) : sql`true`}`
  if (source === 'attempts') return attempts(sql`day between ${asked.from} and ${asked.to}`)
  const { rows: stale } = await sql<{ day: string }>`select day from figure_days
    where workspace_id = ${workspaceId} and day between ${asked.from} and ${asked.to}`.execute(trx)
  const days = stale.map(({ day }) => day)
  return sql`
    select day, ${sumKey(source, split)} as key, currency, ${added} from figure_sums
    where workspace_id = ${workspaceId} and way = ${source.way} and split = ${source.split}
      and day between ${asked.from} and ${asked.to} and day <> all(${days}::date[])
      and ${sql.join(filtersOf(asked, source), sql` and `)} and ${narrowing ? isKey(sql`key`, narrowing.is) : sql`true`}
    union all ${attempts(sql`day = any(${days}::date[])`)}`
}

function sumKey(source: Exclude<Source, 'attempts'>, split: FigureSplit | undefined): RawBuilder<unknown> {
  if (!split) return sql`null::text`
  if (split === 'client' && source.way === 'client') return sql`client_id::text`
  return split === 'driver' || split === 'vehicle' || split === 'depot' ? attemptKeys[split] : sql`key`
}

const isKey = (column: RawBuilder<unknown>, value: string) =>
  isNone(value) ? sql`${column} is null` : sql`${column} = ${value}`

const isId = (column: string, value: string) =>
  isNone(value) ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}::uuid`

function filtersOf(asked: Asked, source: Source): RawBuilder<unknown>[] {
  const ids = ['driver_id', 'vehicle_id', 'depot_id', 'client_id'] as const
  const isInKey = source !== 'attempts' && source.hasClientInKey
  const conditions = ids.flatMap((column) => {
    const value = asked[column]
    if (value === undefined) return []
    return column === 'client_id' && isInKey ? isKey(sql`key`, value) : isId(column, value)
  })
  return conditions.length ? conditions : [sql`true`]
}

async function sumRoutes(
  trx: Trx,
  workspaceId: string,
  asked: Asked,
  { from, period, split }: Grouping,
): Promise<RouteRow[]> {
  const key = split === 'driver' || split === 'vehicle' || split === 'depot' ? attemptKeys[split] : sql`null::text`
  const { rows } = await sql<RouteRow>`
    select ${grouped} as grouped, is_before, period, key, count(*)::float8 as routes,
      count(distinct vehicle_id)::float8 as vehicles, sum(route_meters)::float8 as route_meters,
      sum(empty_meters)::float8 as empty_meters, count(actual_meters)::float8 as measured_routes,
      coalesce(sum(route_meters) filter (where actual_meters is not null), 0)::float8 as planned_meters,
      coalesce(sum(actual_meters), 0)::float8 as actual_meters, count(actual_seconds)::float8 as timed_routes,
      coalesce(sum(planned_seconds) filter (where actual_seconds is not null), 0)::float8 as planned_route_seconds,
      coalesce(sum(actual_seconds), 0)::float8 as actual_route_seconds, count(load_permille)::float8 as loaded_routes,
      coalesce(sum(load_permille), 0)::float8 as load_permille
    from (select day < ${from} as is_before, ${startOf(period)} as period, ${key} as key, r.* from figure_routes r
      where workspace_id = ${workspaceId} and day between ${asked.from} and ${asked.to}
        and ${sql.join(filtersOf(asked, 'attempts'), sql` and `)}) t
    group by grouping sets ((is_before), (is_before, period), (is_before, key))`.execute(trx)
  return rows
}

/** What drivers, vehicles, depots, clients and territories are called; what is gone, as it was called last. */
async function namesOf(
  trx: Trx,
  workspaceId: string,
  kind: FigureSplit,
  keys: (string | null)[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('figure_names')
    .select(['key', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .where(sql<boolean>`key = any(${keys.filter((key) => key !== null)}::text[])`)
    .execute()
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/**
 * Until when the log was read: now, if nothing has happened since; on a standby, the moment until which it knows everything.
 * Until the first reading is done, nothing was read.
 */
export async function readUpTo(trx: Trx, workspaceId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select case when p.first_reading_after is null and p.position >= h.position then ${asOf(now)}
      else coalesce(nullif(p.read_until, '-infinity'), w.created_at) end as at
    from event_heads h join workspaces w on w.id = h.workspace_id
      left join figure_progress p on p.workspace_id = h.workspace_id
    where h.workspace_id = ${workspaceId}`.execute(trx)
  return rows[0]?.at ?? now.toISOString()
}

type List = z.output<typeof listEndpoint.query>

/** Which attempts a measure counts, as a condition on their rows. */
function isShown(show: ShownBehind | ShownAtPlace): RawBuilder<SqlBool> {
  if (show === 'first_failed') return sql`firsts > first_delivered`
  return sql`${sql.ref(columnOf(show))} > 0`
}

function narrowingsOf({ area, hour, window, reason }: List): Narrowing[] {
  const given = { area, hour: hour?.toString(), window, reason }
  return Object.entries(given).flatMap(([key, is]) => (is === undefined ? [] : [{ key: key as FigureSplit, is }]))
}

const columnOf = (show: ShownBehind | ShownAtPlace) => (show === 'all' ? 'attempts' : show)

/** Attempts at an address: that of a place, or those in all spellings of an entry of the address book. */
const isAt = (workspaceId: string, id: string) => sql`place_id = any(array(
  select p.id from figure_places p left join address_spellings s on s.workspace_id = p.workspace_id and s.key = p.key
  where p.workspace_id = ${workspaceId} and (p.id = ${id} or s.address_id = ${id})))`

/** How many attempts of each day a list has, the newest first. */
async function countDays(trx: Trx, workspaceId: string, list: List): Promise<{ day: string; count: number }[]> {
  const [narrowing, ...more] = narrowingsOf(list)
  const count =
    list.show === 'first_failed' ? sql`sum(firsts - first_delivered)` : sql`sum(${sql.ref(columnOf(list.show))})`
  // Sums tell one of area, hour, window and reason at a time, and no address.
  const source =
    more.length || list.place_id
      ? sql`select day, failed_there, pin_unsure, ${added} from figure_attempts where ${sql.join(conditionsOf(workspaceId, list), sql` and `)}`
      : await readSource(trx, workspaceId, list, undefined, narrowing)
  const { rows } = await sql<{ day: string; count: number }>`
    select day, ${count}::int as count from (${source}) s group by day having ${count} > 0 order by day desc`.execute(
    trx,
  )
  return rows
}

function conditionsOf(workspaceId: string, list: List): RawBuilder<unknown>[] {
  const narrowings = narrowingsOf(list).map(({ key, is }) => isKey(attemptKeys[key], is))
  return [
    sql`workspace_id = ${workspaceId} and day between ${list.from} and ${list.to}`,
    ...filtersOf(list, 'attempts'),
    isShown(list.show),
    ...(list.place_id ? [isAt(workspaceId, list.place_id)] : []),
    ...narrowings,
  ]
}

/** So many more than a page are looked through, since a page begins in the middle of a day. */
function daysOfPage(days: { day: string; count: number }[], before: string | undefined, limit: number): string[] {
  let left = limit + 1
  const found: string[] = []
  for (const { day, count } of days) {
    if (before !== undefined && day > before) continue
    found.push(day)
    // What is left of the first day is not known.
    if (day !== before) left -= count
    if (left <= 0) break
  }
  return found
}

const sort: Sort = {
  name: 'day',
  order: 'desc',
  by: sql`day`,
  values: Day,
  tie: sql`(number::bigint * 100 + attempt)`,
  ties: z.number(),
}

/** The attempts behind a figure, the newest day first. */
export async function listFigureDeliveries(trx: Trx, workspaceId: string, list: List) {
  const days = await countDays(trx, workspaceId, list)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const among = daysOfPage(days, dayOfCursor(list.cursor), list.limit)
  const found = trx
    .selectFrom('figure_attempts')
    .selectAll()
    .where((eb) => eb.and(conditionsOf(workspaceId, list).map((each) => sql<SqlBool>`${each}`)))
    .where(sql<boolean>`day = any(${among}::date[])`)
  const { rows, next_cursor } = await readPage(found, sort, list)
  const data = await withNames(trx, workspaceId, rows)
  return { data, next_cursor, total }
}

/** `readPage` checks cursors; one that it refuses has no day. */
function dayOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  try {
    const [, day] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    return Day.safeParse(day).data
  } catch {
    return undefined
  }
}

type AttemptRow = Awaited<ReturnType<typeof readAttempts>>[number]
const readAttempts = (trx: Trx) => trx.selectFrom('figure_attempts').selectAll().execute()

async function withNames(trx: Trx, workspaceId: string, rows: AttemptRow[]): Promise<FigureDelivery[]> {
  const deliveries = await trx
    .selectFrom('deliveries')
    .select(['id', 'reference', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${rows.map(({ delivery_id }) => delivery_id)}::uuid[])`)
    .execute()
  const known = new Map(deliveries.map((each) => [each.id, each]))
  const named = async (kind: FigureSplit, column: 'driver_id' | 'vehicle_id' | 'depot_id' | 'client_id' | 'area') =>
    namesOf(trx, workspaceId, kind, [...new Set(rows.map((row) => row[column]))])
  const drivers = await named('driver', 'driver_id')
  const vehicles = await named('vehicle', 'vehicle_id')
  const depots = await named('depot', 'depot_id')
  const clients = await named('client', 'client_id')
  const areas = await named('area', 'area')
  const nameIn = (names: Map<string, string>, key: string | null) => (key === null ? null : (names.get(key) ?? null))
  return rows.map((row) => ({
    delivery_id: row.delivery_id,
    number: row.number,
    reference: known.get(row.delivery_id)?.reference ?? null,
    status: known.get(row.delivery_id)?.status ?? (row.delivered ? 'delivered' : 'failed'),
    attempt: row.attempt,
    day: row.day,
    outcome: row.delivered ? ('delivered' as const) : ('failed' as const),
    failure_reason: row.reason as FigureDelivery['failure_reason'],
    route_id: row.route_id,
    driver_id: row.driver_id,
    driver_name: nameIn(drivers, row.driver_id),
    vehicle_id: row.vehicle_id,
    vehicle_name: nameIn(vehicles, row.vehicle_id),
    depot_id: row.depot_id,
    depot_name: nameIn(depots, row.depot_id),
    client_id: row.client_id,
    client_name: nameIn(clients, row.client_id),
    area: row.area,
    area_name: nameIn(areas, row.area) ?? (row.area === null ? null : (nameOfKey('area', row.area) ?? null)),
    hour: row.hour,
    window: row.window,
    arrived_at: row.arrived_at,
    ended_at: row.ended_at,
    planned_at: row.planned_at,
    due_at: row.due_at,
    late_seconds: row.late_seconds,
    is_early: row.early > 0,
    cause: lateCauses.find((cause) => row[`late_${cause}`] > 0) ?? null,
    planned_drive_seconds: row.drives ? row.planned_drive_seconds : null,
    actual_drive_seconds: row.drives ? row.actual_drive_seconds : null,
    planned_service_seconds: row.services ? row.planned_service_seconds : null,
    actual_service_seconds: row.services ? row.actual_service_seconds : null,
    waiting_seconds: row.waiting_seconds,
    meters: row.meters,
    rating: row.rating,
    messages: row.messages,
    co2_grams: row.co2_grams,
    currency: row.currency,
    cost: costOf(row),
  }))
}

function costOf({
  costed,
  cost_distance,
  cost_time,
  cost_stops,
  cost_fixed,
  cost_messages,
}: AttemptRow): number | null {
  const total = cost_distance + cost_time + cost_stops + cost_fixed + cost_messages
  return costed || total ? Math.round(total) : null
}
