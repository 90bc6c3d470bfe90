import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { appRole } from './app-role.ts'

/*
 * What the last release uses of the database. While servers are replaced one by one, it runs next to this program, so this
 * program's schema has to keep all of it.
 */

export type Schema = {
  tables: Record<string, Table>
  /** By name, what the server may call. */
  functions: Record<string, { takes: string[]; optional: number; gives: string }>
}
type Table = {
  /** Of these rights, as many as the server has: select, insert, update, delete. */
  may: string
  /** Types, and `needed` behind those of columns that cannot be left out. */
  columns: Record<string, string>
  /** Definitions of unique keys, which writes name. */
  keys: string[]
  /** Names of what refuses rows. */
  refuses: string[]
}

export const releasedFile = join(import.meta.dirname, 'released.json')

export const readReleased = () => JSON.parse(readFileSync(releasedFile, 'utf8')) as Schema

/**
 * What is taken away on purpose, as `whatBreaks` says it, because the last release no longer uses it. The migration that does
 * it says with `needs` which program is the oldest that works without it.
 */
export const takenAway: string[] = []

const schemas = ['public', 'auth', 'site', 'storage', 'realtime', 'api']

/** Reads what a server uses of the database. */
export async function readSchema(db: Kysely<unknown>): Promise<Schema> {
  const { rows: tables } = await sql<{ name: string } & Table>`
    select n.nspname || '.' || c.relname as name,
      concat_ws(' ', ${sql.join(
        ['select', 'insert', 'update', 'delete'].map(
          (right) => sql`case when has_table_privilege(${appRole}, c.oid, ${right}) then ${right}::text end`,
        ),
      )}) as may,
      (select jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod) || case
          when c.relkind <> 'v' and a.attnotnull and not a.atthasdef and a.attidentity = '' then ' needed' else '' end)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select jsonb_agg(k.keys order by k.keys) from (
        select distinct regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING | INCLUDE \\([^)]*\\)', '', 'g') as keys
        from pg_index i where i.indrelid = c.oid and i.indisunique) k), '[]') as keys,
      coalesce((select jsonb_agg(o.conname order by o.conname) from pg_constraint o
        where o.conrelid = c.oid and o.contype in ('c', 'f', 'u', 'x', 'p')), '[]') as refuses
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}::text[]) and c.relkind in ('r', 'p', 'v') and not c.relispartition
    order by 1`.execute(db)
  type Row = { name: string; takes: string[]; optional: number; gives: string }
  const { rows: functions } = await sql<Row>`
    select n.nspname || '.' || p.proname as name, p.pronargdefaults as optional, pg_get_function_result(p.oid) as gives,
      array(select format_type(t, null) from unnest(p.proargtypes) t) as takes
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any(${schemas}::text[]) and p.prorettype <> 'trigger'::regtype
      and has_function_privilege(${appRole}, p.oid, 'execute') and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by 1`.execute(db)
  return { tables: byName(tables), functions: byName(functions) }
}

const byName = <Row extends { name: string }>(rows: Row[]) =>
  Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest]))

/** In sentences, what servers of the last release could no longer do. */
export function whatBreaks(released: Schema, current: Schema): string[] {
  return [
    ...Object.entries(released.tables).flatMap(([name, table]) => brokenTable(name, table, current.tables[name])),
    ...Object.entries(released.functions).flatMap(([name, { takes, gives }]) => {
      const now = current.functions[name]
      if (!now) return [`${name}() is gone.`]
      const isCallable =
        takes.every((type, index) => now.takes[index] === type) && now.takes.length - now.optional <= takes.length
      return [
        ...(isCallable ? [] : [`${name}() takes something else than ${takes.join(', ') || 'nothing'}.`]),
        ...(now.gives === gives ? [] : [`${name}() gives something else than ${gives}.`]),
      ]
    }),
  ]
}

const needed = ' needed'
const isNeeded = (column: string) => column.endsWith(needed)
const typeOf = (column: string) => column.replace(needed, '')

function brokenTable(name: string, before: Table, now: Table | undefined): string[] {
  if (!now) return [`${name} is gone.`]
  const lostRights = before.may.split(' ').filter((right) => right && !now.may.split(' ').includes(right))
  return [
    ...lostRights.map((right) => `The server may no longer ${right} in ${name}.`),
    ...Object.entries(before.columns).flatMap(([column, was]) => {
      const is = now.columns[column]
      if (is === undefined) return [`${name}.${column} is gone.`]
      return [
        ...(typeOf(is) === typeOf(was) ? [] : [`${name}.${column} is no longer ${typeOf(was)}.`]),
        ...(isNeeded(is) && !isNeeded(was) ? [`${name}.${column} may no longer be left out.`] : []),
      ]
    }),
    ...Object.entries(now.columns)
      .filter(([column, is]) => isNeeded(is) && before.columns[column] === undefined)
      .map(([column]) => `${name}.${column} is new and may not be left out.`),
    ...before.keys.filter((key) => !now.keys.includes(key)).map((key) => `${name} is no longer unique by ${key}.`),
    ...now.refuses
      .filter((rule) => !before.refuses.includes(rule))
      .map((rule) => `${name} has a new rule ${rule}, which may refuse what is written.`),
  ]
}
