import { sql } from 'kysely'
import type { DatabaseError } from 'pg'
import type { Relation } from '../../db/api/catalogue.ts'
import type { Trx } from '../../db/connect.ts'
import { bePatient } from '../../db/patience.ts'
import { SubscriptionError, type Condition } from './filter.ts'
import type { Change } from './published.ts'
import { writeWhere } from './where.ts'

/** A filter as it was read, with a text that is the same for equal filters. */
export type Filter = { text: string; conditions: Condition[] }

/** A row as a subscriber sees it. */
export type Row = {
  key: Record<string, unknown>
  /** JSON text. */
  record: string
  /** Texts of the filters that it matches. */
  matches: Set<string>
}

type Asked = { column: string; changes: Change[]; filters: Filter[] }
type Found = { place: number; key: Record<string, unknown>; record: string; matches: boolean[] }

/**
 * Reads the rows of some changes as whoever the transaction works for sees them, as each was right after its change: the
 * row as it is now, under what the event says of it.
 * @param seesGone whether to show rows, too, that are no longer there
 * @returns rows by the place of their change
 */
export async function readRows(
  trx: Trx,
  relation: Relation,
  { column, changes, filters }: Asked,
  seesGone: boolean,
): Promise<Map<number, Row[]>> {
  // Filters come from outside.
  await bePatient(trx, 'glance')
  const asked = changes.map(({ value, known }, place) => ({ place, value, known }))
  const ofType = sql.raw(relation.columns.get(column)!.type)
  const { rows } = await sql<Found>`
    select c.place, ${keyOf(relation)} as key, to_jsonb(v)::text as record, ${matchesOf(relation, filters)} as matches
    from json_to_recordset(${JSON.stringify(asked)}::json) as c(place integer, value text, known jsonb)
      left join ${viewOf(relation)} b on b.${sql.ref(column)} = c.value::${ofType}
      cross join lateral jsonb_populate_record(b, coalesce(c.known, '{}')) as v
    where b.${sql.ref(column)} is not null or (${seesGone} and c.known is not null)
    order by c.place`.execute(trx)
  return Map.groupBy(
    rows.map(({ matches, ...row }) => ({ ...row, matches: namesOf(filters, matches) })),
    ({ place }) => place,
  )
}

const viewOf = ({ name }: Relation) => sql.table(`api.${name}`)

const namesOf = (filters: Filter[], matches: boolean[]) =>
  new Set(filters.filter((_, index) => matches[index]).map(({ text }) => text))

const keyOf = ({ primaryKey }: Relation) =>
  sql`jsonb_build_object(${sql.join(primaryKey.flatMap((name) => [sql`${name}::text`, sql.ref(`v.${name}`)]))})`

const matchesOf = (relation: Relation, filters: Filter[]) =>
  filters.length
    ? sql`array[${sql.join(filters.map(({ conditions }) => writeWhere(relation, conditions)))}]`
    : sql`'{}'::boolean[]`

/**
 * Which of the filters the keys of deleted rows match, by the place of their change. Conditions on other columns hold:
 * nobody can see them any more.
 */
export async function matchKeys(
  trx: Trx,
  relation: Relation,
  { column, changes, filters }: Asked,
): Promise<Map<number, Set<string>>> {
  await bePatient(trx, 'glance')
  const ofType = sql.raw(relation.columns.get(column)!.type)
  const ofKeys = filters.map(({ conditions }) => {
    const onKey = conditions.filter((each) => relation.primaryKey.includes(each.column))
    return onKey.length ? writeWhere(relation, onKey) : sql`true`
  })
  const { rows } = await sql<{ matches: boolean[] }>`
    select array[${sql.join(ofKeys)}] as matches
    from unnest(${changes.map(({ value }) => value)}::text[]::${ofType}[]) with ordinality as v(${sql.ref(column)}, place)
    order by place`.execute(trx)
  return new Map(rows.map(({ matches }, place) => [place, namesOf(filters, matches)]))
}

/**
 * Tries a filter on a row that has nothing but nulls, so that a wrong value or pattern is known before anything changes.
 * @throws SubscriptionError
 */
export async function tryFilter(trx: Trx, relation: Relation, conditions: Condition[]): Promise<void> {
  const where = writeWhere(relation, conditions)
  const patterns = conditions.flatMap((each) =>
    each.operator === 'match' || each.operator === 'imatch' ? [sql`'' ~ ${each.value}::text`] : [],
  )
  try {
    await bePatient(trx, 'glance')
    await sql`select ${sql.join([where, ...patterns])}
      from (select) one left join ${viewOf(relation)} v on false`.execute(trx)
  } catch (error) {
    const { code = '', message } = error as DatabaseError
    // The value is not of the column's type, the pattern is none, or there is no such operator for it.
    if (!/^(22|42)/.test(code) && code !== '2201B') throw error
    throw new SubscriptionError(message)
  }
}
