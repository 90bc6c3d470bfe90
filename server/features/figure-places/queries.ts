import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { listTroublePlaces as listEndpoint } from '#domain/api/analytics.ts'
import type { LearnedKind, LearnedState } from '#domain/address/learned-kinds.ts'
import type { FailureReason } from '#domain/failure-reasons.ts'
import { adviceFor } from '#domain/figures/place-advice.ts'
import { noKey } from '#domain/figures/splits.ts'
import {
  anotherAttempt,
  pinSeconds,
  placeSums,
  troubleOf,
  type PlaceSum,
  type PlaceSums,
} from '#domain/figures/trouble.ts'
import type { TroublePlace, TroublePlacePage } from '#domain/schema/trouble.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, type Sort } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'
import { readSums, readUpTo } from '../figures/queries.ts'
import { wholeMonths } from './rules.ts'

type Asked = z.output<typeof listEndpoint.query>

/** An address: its entry in the address book, so that spellings are together, or else the place itself. */
type PlaceRow = { id: string; trouble: number; places: number; all_trouble: number }

const columns = sql.raw(placeSums.join(', '))
const summed = sql.raw(placeSums.map((name) => `sum(${name})::float8 as ${name}`).join(', '))

/** How sums are read from single attempts, where that is not their column. */
const ofAttempts: Partial<Record<PlaceSum, string>> = { late_address_seconds: 'late_address * late_seconds' }
const attemptSums = sql.raw(placeSums.map((name) => ofAttempts[name] ?? name).join(', '))

function filtersOf({ depot_id, client_id }: Asked): RawBuilder<unknown> {
  const is = (column: string, value: string | undefined) =>
    value === undefined
      ? sql`true`
      : value === noKey
        ? sql`${sql.ref(column)} is null`
        : sql`${sql.ref(column)} = ${value}::uuid`
  return sql`${is('depot_id', depot_id)} and ${is('client_id', client_id)}`
}

/**
 * Months that were added up, and the attempts of the days around them.
 * @param ids only of these places
 */
function sourceOf(workspaceId: string, asked: Asked, ids?: string[]): RawBuilder<unknown> {
  const { months, rest } = wholeMonths(asked)
  // As a range: PostgreSQL looks up the months of a list one by one, also where it should read the whole table.
  const ofMonths = months.length ? sql`month between ${months[0]} and ${months.at(-1)}` : sql`false`
  const ofPlaces = ids ? sql`place_id = any(${ids}::uuid[])` : sql`place_id is not null`
  const days = rest.map(
    ({ from, to }) => sql`
    union all select place_id, ${attemptSums} from figure_attempts
    where workspace_id = ${workspaceId} and ${ofPlaces} and day between ${from} and ${to}
      and ${filtersOf(asked)}`,
  )
  return sql`select place_id, ${columns} from figure_place_months
    where workspace_id = ${workspaceId} and ${ofPlaces} and ${ofMonths} and ${filtersOf(asked)}
    ${sql.join(days, sql``)}`
}

/**
 * As `troubleOf` has it, of few sums: there may be a million rows to add up. They are sums of whole numbers, so that one page
 * ends exactly where the next one begins.
 */
const ranked = sql`sum(failed_there) as failed_there,
  sum((actual_service_seconds - planned_service_seconds)::float8) as longer_seconds,
  sum((waiting_seconds + late_address_seconds + pin_unsure * ${sql.lit(pinSeconds)})::float8) as other_seconds`
const troubleIn = (attemptSeconds: number) =>
  sql`failed_there * ${attemptSeconds}::float8 + greatest(0, longer_seconds) + other_seconds`

/** Which places are spellings of an entry of the address book. */
const inBook = (workspaceId: string) => sql`(
  select p.id as place_id, b.address_id from address_spellings b
    join figure_places p on p.workspace_id = b.workspace_id and p.key = b.key where b.workspace_id = ${workspaceId})`

/** What happened at each place, and what it is called, is read for a page only: there are many places. */
function placesIn(workspaceId: string, asked: Asked, attemptSeconds: number): RawBuilder<PlaceRow> {
  return sql<PlaceRow>`(
    select t.*, count(*) over ()::int as places, sum(trouble) over ()::float8 as all_trouble from (
      select g.id, ${troubleIn(attemptSeconds)} as trouble from (
        select coalesce(b.address_id, s.place_id) as id, ${ranked}
        from (${sourceOf(workspaceId, asked)}) s left join ${inBook(workspaceId)} b on b.place_id = s.place_id
        where ${matches(workspaceId, asked.q ?? '')} group by 1) g) t
    where trouble > 0)`
}

/** Whether an address has all words that are searched for, in one of its spellings. */
function matches(workspaceId: string, q: string): RawBuilder<unknown> {
  const words = containsWords(sql`lower(concat_ws(' ', a.label, a.address, p.address))`, q)
  if (!words.length) return sql`true`
  return sql`coalesce(b.address_id, s.place_id) in (
    select coalesce(a.id, p.id) from figure_places p
      left join address_spellings b on b.workspace_id = p.workspace_id and b.key = p.key
      left join addresses a on a.id = b.address_id
    where p.workspace_id = ${workspaceId} and ${sql.join(words, sql` and `)})`
}

type Named = {
  id: string
  place_id: string
  address: string
  label: string | null
  address_id: string | null
}

/** What some addresses are called, and which places they are, by address. */
async function readNames(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, Named[]>> {
  const { rows } = await sql<Named>`
    select coalesce(a.id, p.id) as id, p.id as place_id, coalesce(a.address, p.address) as address, a.label, a.id as address_id
    from figure_places p left join address_spellings b on b.workspace_id = p.workspace_id and b.key = p.key
      left join addresses a on a.id = b.address_id
    where p.workspace_id = ${workspaceId} and p.id = any(array(
      select unnest(${ids}::uuid[]) union all select place_id from ${inBook(workspaceId)} k
        where k.address_id = any(${ids}::uuid[])))
    order by p.address`.execute(trx)
  return Map.groupBy(rows, ({ id }) => id)
}

const sort: Sort = {
  name: 'trouble',
  order: 'desc',
  by: sql`trouble`,
  values: z.number(),
  tie: sql`id`,
  ties: z.uuid(),
}

/** The addresses that made trouble in a range of days, those that made the most first. */
export async function listTroublePlaces(
  trx: Trx,
  workspaceId: string,
  asked: Asked,
  now: Date,
): Promise<TroublePlacePage> {
  const attempt = anotherAttempt(await readSums(trx, workspaceId, { from: asked.from, to: asked.to }))
  const found = trx.selectFrom(placesIn(workspaceId, asked, attempt.seconds).as('t')).selectAll()
  const { rows, next_cursor } = await readPage(found, sort, asked)
  const names = await readNames(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const ids = [...names.values()].flat().map(({ place_id }) => place_id)
  const sums = await readPlaceSums(trx, workspaceId, asked, ids)
  const reasons = await readReasons(trx, workspaceId, asked, ids)
  const learned = await readLearned(trx, workspaceId, ids)
  return {
    data: rows.map((row) => {
      const named = names.get(row.id)!
      const of = <T>(known: Map<string, T[]>) => named.flatMap(({ place_id }) => known.get(place_id) ?? [])
      const happened = addUpSums(named.flatMap(({ place_id }) => sums.get(place_id) ?? []))
      return toPlace(happened, named[0]!, attempt.seconds, addUpReasons(of(reasons)), of(learned))
    }),
    next_cursor,
    total: rows[0]?.places ?? 0,
    trouble_seconds: Math.round(rows[0]?.all_trouble ?? 0),
    attempt_seconds: attempt.seconds,
    is_attempt_measured: attempt.is_measured,
    up_to: await readUpTo(trx, workspaceId, now),
  }
}

type Reason = { reason: FailureReason | null; count: number }
type Learned = { id: string; kind: LearnedKind; state: LearnedState; minutes: number | null }

function toPlace(
  row: PlaceSums,
  { id, address, label, address_id }: Named,
  attemptSeconds: number,
  reasons: Reason[],
  learned: Learned[],
): TroublePlace {
  const { attempts, services } = row
  const { seconds, parts } = troubleOf(row, attemptSeconds)
  const average = (sum: number) => (services ? Math.round(sum / services) : null)
  return {
    id,
    address,
    label,
    address_id,
    attempts,
    trouble_seconds: seconds,
    parts,
    planned_service_seconds: average(row.planned_service_seconds),
    actual_service_seconds: average(row.actual_service_seconds),
    reasons,
    learned,
    advice: adviceFor({ sums: row, reasons, learned }),
  }
}

/** Spellings of one address failed for the same reasons. */
function addUpReasons(reasons: Reason[]): Reason[] {
  const counts = new Map<FailureReason | null, number>()
  for (const { reason, count } of reasons) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason ?? '').localeCompare(b.reason ?? ''))
}

/** What happened at some places, by place. */
async function readPlaceSums(
  trx: Trx,
  workspaceId: string,
  asked: Asked,
  ids: string[],
): Promise<Map<string, PlaceSums>> {
  const { rows } = await sql<PlaceSums & { place_id: string }>`
    select place_id, ${summed} from (${sourceOf(workspaceId, asked, ids)}) s group by place_id`.execute(trx)
  return new Map(rows.map(({ place_id, ...sums }) => [place_id, sums]))
}

/** What happened at all spellings of an address. */
function addUpSums(all: PlaceSums[]): PlaceSums {
  const total = (name: PlaceSum) => all.reduce((sum, each) => sum + each[name], 0)
  return Object.fromEntries(placeSums.map((name) => [name, total(name)])) as PlaceSums
}

/** Why attempts failed at some places, by place. */
async function readReasons(trx: Trx, workspaceId: string, asked: Asked, ids: string[]): Promise<Map<string, Reason[]>> {
  const { rows } = await sql<Reason & { place_id: string }>`
    select place_id, reason, count(*)::int as count from figure_attempts
    where workspace_id = ${workspaceId} and place_id = any(${ids}::uuid[]) and day between ${asked.from} and ${asked.to}
      and failed > 0 and ${filtersOf(asked)} group by place_id, reason`.execute(trx)
  const grouped = Map.groupBy(rows, ({ place_id }) => place_id)
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ reason, count }) => ({ reason, count }))]))
}

/** What visits taught about some places, by place. */
async function readLearned(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, Learned[]>> {
  const { rows } = await sql<Learned & { place_id: string }>`
    select p.id as place_id, l.id, l.kind, l.state, l.minutes from figure_places p
      join learned_places l on l.workspace_id = p.workspace_id and l.address_key = p.key
    where p.workspace_id = ${workspaceId} and p.id = any(${ids}::uuid[]) order by l.kind`.execute(trx)
  const grouped = Map.groupBy(rows, ({ place_id }) => place_id)
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ place_id: _, ...learned }) => learned)]))
}
