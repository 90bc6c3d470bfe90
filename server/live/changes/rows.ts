import { sql } from 'kysely'
import type { DatabaseError } from 'pg'
import type { Relation } from '../../db/api/catalogue.ts'
import type { Trx } from '../../db/connect.ts'
import { SubscriptionError, type Condition } from './filter.ts'
import { onKey, writeWhere } from './where.ts'

/** A filter as it was read, with a text that is the same for equal filters. */
export type Filter = { text: string; conditions: Condition[] }

/** A row as a subscriber sees it. */
export type Row = {
  /** By which it was looked for. */
  value: string
  key: Record<string, unknown>
  /** JSON text. */
  record: string
  /** Texts of the filters that it matches. */
  matches: Set<string>
}

/** What a statement may take. Filters come from outside. */
const patience = sql`set local statement_timeout = '5s'`

type Found = { value: string; key: Record<string, unknown>; record: string; matches: boolean[] }

/** Reads the rows of a view that have one of the values, as whoever the transaction works for sees them. */
export async function readRows(
  trx: Trx,
  relation: Relation,
  { column, values, filters }: { column: string; values: string[]; filters: Filter[] },
): Promise<Row[]> {
  await patience.execute(trx)
  const found = sql.ref(`v.${column}`)
  const ofType = sql.raw(relation.columns.get(column)!.type)
  const { rows } = await sql<Found>`
    select ${found}::text as value, ${keyOf(relation)} as key, to_jsonb(v)::text as record, ${matchesOf(relation, filters)} as matches
    from ${sql.table(`api.${relation.name}`)} v where ${found} = any(${values}::text[]::${ofType}[])`.execute(trx)
  return rows.map(({ matches, ...row }) => ({
    ...row,
    matches: new Set(filters.filter((_, index) => matches[index]).map(({ text }) => text)),
  }))
}

const keyOf = ({ primaryKey }: Relation) =>
  sql`jsonb_build_object(${sql.join(primaryKey.flatMap((name) => [sql`${name}::text`, sql.ref(`v.${name}`)]))})`

const matchesOf = (relation: Relation, filters: Filter[]) =>
  filters.length
    ? sql`array[${sql.join(filters.map(({ conditions }) => writeWhere(relation, conditions)))}]`
    : sql`'{}'::boolean[]`

/** Which of the filters the keys of deleted rows match. Conditions on other columns hold: nobody can see them any more. */
export async function matchKeys(
  trx: Trx,
  relation: Relation,
  { column, values, filters }: { column: string; values: string[]; filters: Filter[] },
): Promise<Map<string, Set<string>>> {
  await patience.execute(trx)
  const ofType = sql.raw(relation.columns.get(column)!.type)
  const ofKeys = filters.map(({ text, conditions }) => ({ text, conditions: onKey(relation, conditions) }))
  const { rows } = await sql<{ value: string; matches: boolean[] }>`
    select ${sql.ref(`v.${column}`)}::text as value, ${matchesOfKeys(relation, ofKeys)} as matches
    from unnest(${values}::text[]::${ofType}[]) as v(${sql.ref(column)})`.execute(trx)
  return new Map(
    rows.map(({ value, matches }) => [
      value,
      new Set(filters.filter((_, index) => matches[index]).map(({ text }) => text)),
    ]),
  )
}

const matchesOfKeys = (relation: Relation, filters: Filter[]) =>
  filters.length
    ? sql`array[${sql.join(
        filters.map(({ conditions }) => (conditions.length ? writeWhere(relation, conditions) : sql`true`)),
      )}]`
    : sql`'{}'::boolean[]`

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
    await patience.execute(trx)
    await sql`select ${sql.join([where, ...patterns])}
      from (select) one left join ${sql.table(`api.${relation.name}`)} v on false`.execute(trx)
  } catch (error) {
    const { code = '', message } = error as DatabaseError
    // The value is not of the column's type, the pattern is none, or there is no such operator for it.
    if (!/^(22|42)/.test(code) && code !== '2201B') throw error
    throw new SubscriptionError(message)
  }
}
