import { sql } from 'kysely'
import { drivenMeters, routeFiguresOf } from '#domain/figures/route-figures.ts'
import { attemptSums, moneySums } from '#domain/figures/sums.ts'
import type { Trx } from '../../db/connect.ts'
import { addToPlaces, keepPlaces } from '../figure-places/commands.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  readAffected,
  readCurrencies,
  readDeliveries,
  readEntries,
  readMessages,
  readRoutes,
  readTerritories,
  type RouteRow,
} from './queries.ts'
import { attemptColumns, attemptsOf, isSame, keyOf, toRow, withKept, type AttemptRow } from './rules.ts'

/** How many commits of the log are read at once, and how many deliveries of the first reading. */
const mostBatches = 100
const mostAtFirst = 1000

/**
 * Brings the figures of a workspace up to date with its log, a piece at a time, and moves on in the same transaction. What a
 * delivery's figures are follows from its rows, so reading an event twice, late or after a correction makes no difference.
 * Returns whether there may be more.
 */
export async function keepUp(trx: Trx, workspaceId: string, now: Date): Promise<boolean> {
  await sql`insert into figure_progress (workspace_id, position, read_until, first_reading_after)
    select ${workspaceId}, position, '-infinity', 0 from event_heads where workspace_id = ${workspaceId}
    on conflict do nothing`.execute(trx)
  // Another server is at it if the row is locked.
  const { rows } = await sql<{ position: number; forgotten: number; first_reading_after: number | null }>`
    select p.position, h.forgotten_position as forgotten, p.first_reading_after from figure_progress p
      join event_heads h on h.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} for update of p skip locked`.execute(trx)
  const [progress] = rows
  if (!progress) return false
  if (progress.first_reading_after !== null) return readFirst(trx, workspaceId, progress.first_reading_after, now)
  // What happened meanwhile was forgotten before it was read: everything is read again.
  if (progress.position < progress.forgotten) return readAgain(trx, workspaceId)
  return readLog(trx, workspaceId, progress.position, now)
}

/** Reads all deliveries anew from then on. */
export async function readAgain(trx: Trx, workspaceId: string): Promise<boolean> {
  await sql`update figure_progress p set first_reading_after = 0, position = h.position from event_heads h
    where p.workspace_id = ${workspaceId} and h.workspace_id = p.workspace_id`.execute(trx)
  return true
}

async function readFirst(trx: Trx, workspaceId: string, after: number, now: Date): Promise<boolean> {
  if (after === 0) await keepNames(trx, workspaceId)
  const { rows } = await sql<{ id: string; number: number }>`select id, number from deliveries
    where workspace_id = ${workspaceId} and number > ${after} order by number limit ${mostAtFirst}`.execute(trx)
  await keepFigures(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
    now,
  )
  const next = rows.length < mostAtFirst ? null : rows.at(-1)!.number
  await trx
    .updateTable('figure_progress')
    .set({ first_reading_after: next, ...(next === null && { read_until: now }) })
    .where('workspace_id', '=', workspaceId)
    .execute()
  return true
}

/** Records whose names figures show. */
const named = ['driver', 'vehicle', 'depot', 'client', 'territory']

async function readLog(trx: Trx, workspaceId: string, position: number, now: Date): Promise<boolean> {
  const read = await sql<{ last: number | null; count: number }>`
    select max(b.position) as last, count(*)::int as count from (
      select position from event_batches where workspace_id = ${workspaceId} and position > ${position}
      order by position limit ${mostBatches}) b`.execute(trx)
  const { last, count } = read.rows[0]!
  if (last === null) return false
  const { rows } = await sql<{ kind: string; id: string | null }>`
    select distinct e.subject_kind as kind, case when e.subject_kind = 'notification' then (e.data ->> 'delivery_id')::uuid
      when e.subject_kind in ('delivery', 'route') then e.subject_id end as id
    from event_batches b join events e on e.workspace_id = b.workspace_id and e.batch_id = b.id
    where b.workspace_id = ${workspaceId} and b.position > ${position} and b.position <= ${last}
      and e.subject_kind = any(${[...named, 'delivery', 'route', 'notification']}::text[])`.execute(trx)
  if (rows.some(({ kind }) => named.includes(kind))) await keepNames(trx, workspaceId)
  const of = (...kinds: string[]) => rows.flatMap(({ kind, id }) => (id && kinds.includes(kind) ? [id] : []))
  const moved = await sql<{
    id: string
  }>`select distinct delivery_id as id from stops where workspace_id = ${workspaceId}
    and delivery_id is not null and route_id = any(${of('route')}::uuid[])`.execute(trx)
  const ids = new Set([...of('delivery', 'notification'), ...moved.rows.map(({ id }) => id)])
  await keepFigures(trx, workspaceId, [...ids], now)
  await trx
    .updateTable('figure_progress')
    .set({ position: last, read_until: now })
    .where('workspace_id', '=', workspaceId)
    .execute()
  return count === mostBatches
}

/** Keeps what things are called, so that figures can still say it when they are gone. */
async function keepNames(trx: Trx, workspaceId: string): Promise<void> {
  await sql`insert into figure_names as n (workspace_id, kind, key, name)
    select ${workspaceId}, kind, key, name from (
      select 'driver' as kind, id::text as key, name from drivers where workspace_id = ${workspaceId}
      union all select 'vehicle', id::text, code from vehicles where workspace_id = ${workspaceId}
      union all select 'depot', id::text, name from depots where workspace_id = ${workspaceId}
      union all select 'client', id::text, name from clients where workspace_id = ${workspaceId}
      union all select 'area', 'territory:' || id, name from territories where workspace_id = ${workspaceId}) t
    order by kind, key
    on conflict (workspace_id, kind, key) do update set name = excluded.name where n.name <> excluded.name`.execute(trx)
}

/** Works out the figures of these deliveries, and of all that were on a route with them, and writes what changed. */
export async function keepFigures(trx: Trx, workspaceId: string, changed: string[], now: Date): Promise<void> {
  if (!changed.length) return
  const ids = await readAffected(trx, workspaceId, changed)
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const deliveries = await readDeliveries(trx, workspaceId, ids)
  const routes = await readRoutes(trx, workspaceId, ids)
  const attempts = attemptsOf({
    deliveries,
    routes,
    zone,
    entries: await readEntries(trx, workspaceId, ids),
    messages: await readMessages(trx, workspaceId, ids),
    territories: await readTerritories(trx, workspaceId),
    currencyAt: await readCurrencies(trx, workspaceId),
  })
  const isAttempted = new Set(attempts.map(({ delivery_id }) => delivery_id))
  const attempted = deliveries.filter(({ id }) => isAttempted.has(id))
  const places = await keepPlaces(trx, workspaceId, attempted)
  const figures = attempts.map((attempt) => toRow(attempt, places.get(attempt.delivery_id) ?? null))
  const before = new Map((await readKept(trx, workspaceId, ids)).map((row) => [keyOf(row), row]))
  const erased = new Set(deliveries.flatMap(({ id, is_erased }) => (is_erased ? [id] : [])))
  const wanted = figures.map((row) => withKept(row, before.get(keyOf(row)), erased.has(row.delivery_id)))
  const isWanted = new Set(wanted.map(keyOf))
  const gone = [...before.values()].filter((row) => !isWanted.has(keyOf(row)))
  const written = wanted.filter((row) => {
    const kept = before.get(keyOf(row))
    return !kept || !isSame(row, kept)
  })
  const replaced = written.flatMap((row) => before.get(keyOf(row)) ?? [])
  await remove(trx, workspaceId, [...gone, ...replaced])
  await write(trx, workspaceId, written)
  await addToPlaces(trx, workspaceId, written, [...gone, ...replaced])
  await markStale(trx, workspaceId, [...gone, ...replaced, ...written], now)
  await keepRoutes(trx, workspaceId, { routes, wanted, gone })
}

const kept = sql.raw(
  attemptColumns
    .map((column) => (column === 'rating' || column === 'attempt' ? `${column}::int` : `"${column}"`))
    .join(', '),
)

async function readKept(trx: Trx, workspaceId: string, ids: string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`select ${kept} from figure_attempts
    where workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[])`.execute(trx)
  return rows
}

async function remove(trx: Trx, workspaceId: string, rows: AttemptRow[]): Promise<void> {
  if (!rows.length) return
  await sql`delete from figure_attempts a using unnest(${rows.map(({ delivery_id }) => delivery_id)}::uuid[],
      ${rows.map(({ attempt }) => attempt)}::smallint[]) as g (delivery_id, attempt)
    where a.workspace_id = ${workspaceId} and a.delivery_id = g.delivery_id and a.attempt = g.attempt`.execute(trx)
}

const quotedColumns = sql.raw(attemptColumns.map((column) => `"${column}"`).join(', '))

/** Drivers together, so that reading one driver's days reads few pages. */
const together = (a: AttemptRow, b: AttemptRow) =>
  a.day.localeCompare(b.day) || (a.driver_id ?? '').localeCompare(b.driver_id ?? '') || a.number - b.number

const noSums = JSON.stringify(
  Object.fromEntries(['hour', 'failed_there', 'pin_unsure', ...attemptSums, ...moneySums].map((name) => [name, 0])),
)

async function write(trx: Trx, workspaceId: string, rows: AttemptRow[]): Promise<void> {
  if (!rows.length) return
  // Most sums are 0, which need not be sent and read.
  const json = JSON.stringify(rows.toSorted(together), (_, value: unknown) => (value === 0 ? undefined : value))
  await sql`insert into figure_attempts (workspace_id, ${quotedColumns})
    select ${workspaceId}, ${quotedColumns} from json_populate_recordset(
      json_populate_record(null::figure_attempts, ${noSums}::json), ${json}::json)`.execute(trx)
}

async function markStale(trx: Trx, workspaceId: string, rows: AttemptRow[], now: Date): Promise<void> {
  const days = [...new Set(rows.map(({ day }) => day))].toSorted()
  if (!days.length) return
  await sql`insert into figure_days (workspace_id, day, stale_since, changed_at)
    select ${workspaceId}, day, ${now}, ${now} from unnest(${days}::date[]) as day
    on conflict (workspace_id, day) do update set changed_at = excluded.changed_at`.execute(trx)
}

type Written = {
  routes: RouteRow[]
  wanted: AttemptRow[]
  gone: AttemptRow[]
}

/** Writes the routes on which something was attempted, and removes those on which nothing was. */
async function keepRoutes(trx: Trx, workspaceId: string, { routes, wanted, gone }: Written): Promise<void> {
  const used = new Set(wanted.map(({ route_id }) => route_id))
  const rows = routes
    .filter(({ id }) => used.has(id))
    .map((route) => {
      const { start_seconds: _, ...figures } = routeFiguresOf(route)
      return {
        route_id: route.id,
        day: route.day,
        driver_id: route.driver_id,
        vehicle_id: route.vehicle_id,
        depot_id: route.depot_id,
        actual_meters: drivenMeters(route, route.measured_meters),
        ...figures,
      }
    })
  await sql`insert into figure_routes as f (workspace_id, route_id, day, driver_id, vehicle_id, depot_id, route_meters,
      empty_meters, actual_meters, planned_seconds, actual_seconds, load_permille)
    select ${workspaceId}, route_id, day, driver_id, vehicle_id, depot_id, route_meters, empty_meters, actual_meters,
      planned_seconds, actual_seconds, load_permille
    from json_populate_recordset(null::figure_routes, ${JSON.stringify(rows)}::json)
    on conflict (workspace_id, route_id) do update set day = excluded.day, driver_id = excluded.driver_id,
      vehicle_id = excluded.vehicle_id, depot_id = excluded.depot_id, route_meters = excluded.route_meters,
      empty_meters = excluded.empty_meters, planned_seconds = excluded.planned_seconds,
      actual_seconds = excluded.actual_seconds, load_permille = excluded.load_permille,
      -- Positions are kept for some weeks only.
      actual_meters = coalesce(excluded.actual_meters, f.actual_meters)`.execute(trx)
  const left = [...new Set([...gone.map(({ route_id }) => route_id), ...routes.map(({ id }) => id)])]
  await sql`delete from figure_routes f where f.workspace_id = ${workspaceId} and f.route_id = any(${left}::uuid[])
    and not exists (select from figure_attempts a where a.workspace_id = f.workspace_id and a.driver_id = f.driver_id
      and a.day = f.day and a.route_id = f.route_id)`.execute(trx)
}

const sumNames = [...attemptSums, ...moneySums]
const sums = sql.raw(sumNames.join(', '))
const summed = sql.raw(sumNames.map((name) => `sum(${name})`).join(', '))

/** Adds up a day that has changed. Another server is at it if its row is locked. */
export async function addUpDay(trx: Trx, workspaceId: string, day: string): Promise<void> {
  const { rows } = await sql`select from figure_days where workspace_id = ${workspaceId} and day = ${day}
    for update skip locked`.execute(trx)
  if (!rows.length) return
  await sql`delete from figure_sums where workspace_id = ${workspaceId} and way in ('route', 'depot', 'client')
    and split in ('none', 'client', 'area', 'hour', 'window', 'reason') and day = ${day}`.execute(trx)
  await sql`
    insert into figure_sums (workspace_id, way, split, day, driver_id, vehicle_id, depot_id, client_id, key, currency, ${sums})
    select ${workspaceId}, w.way, k.split, ${day}, case when w.way = 'route' then driver_id end,
      case when w.way = 'route' then vehicle_id end, depot_id, case when w.way = 'client' then client_id end, k.key,
      currency, ${summed}
    from figure_attempts a
      cross join lateral (values ('none', null), ('client', client_id::text), ('area', area), ('hour', hour::text),
        ('window', "window"), ('reason', case when failed = 0 then 'delivered' else reason end)) as k (split, key)
      cross join (values ('route'), ('depot'), ('client')) as w (way)
    where a.workspace_id = ${workspaceId} and a.day = ${day} and not (w.way = 'client' and k.split = 'client')
    group by w.way, k.split, 5, 6, depot_id, 8, k.key, currency`.execute(trx)
  await trx.deleteFrom('figure_days').where('workspace_id', '=', workspaceId).where('day', '=', day).execute()
}
