import { sql } from 'kysely'
import type { Action } from '#domain/permissions.ts'
import type { Db } from '../connect.ts'
import type { ApiFunction, Catalogue, Column, Relation, Relationship } from './catalogue.ts'
import { apiFunctions } from './functions.ts'
import { apiViews } from './views.ts'

const known = new WeakMap<Db, Promise<Catalogue>>()

/** The catalogue, read once and kept, since only a start of the server changes it. */
export function catalogueOf(db: Db): Promise<Catalogue> {
  const found = known.get(db) ?? readCatalogue(db)
  known.set(db, found)
  // Whoever asks after a failure tries again.
  found.catch(() => known.delete(db))
  return found
}

async function readCatalogue(db: Db): Promise<Catalogue> {
  const relations = await readRelations(db)
  const functions = await readFunctions(db)
  return {
    relations: new Map(
      relations.map((relation) => [relation.name, { ...relation, may: mayOf(apiViews, relation.name) }]),
    ),
    relationships: await readRelationships(db),
    functions: Map.groupBy(
      functions.map((each) => ({ ...each, may: mayOf(apiFunctions, each.name) })),
      ({ name }) => name,
    ),
  }
}

const mayOf = (all: readonly { name: string; may: readonly Action[] }[], name: string): readonly Action[] =>
  all.find((each) => each.name === name)?.may ?? ['manage_workspace']

type ColumnRow = {
  name: string
  type: string
  type_name: string
  nullable: boolean
  has_default: boolean
  plain: boolean
}

const toColumns = (rows: ColumnRow[]) =>
  new Map<string, Column>(
    rows.map((row) => [
      row.name,
      {
        name: row.name,
        type: row.type,
        typeName: row.type_name,
        isNullable: row.nullable,
        hasDefault: row.has_default,
        isPlain: row.plain,
      },
    ]),
  )

/** Columns of every view. A table has the name of its view, and so do its columns unless they are computed. */
async function readRelations(db: Db): Promise<Omit<Relation, 'may'>[]> {
  const { rows } = await sql<{ name: string; description: string | null; columns: ColumnRow[]; key: string[] }>`
    select v.relname as name, obj_description(v.oid, 'pg_class') as description,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'type_name', y.typname,
        'nullable', not coalesce(b.attnotnull, false), 'has_default', coalesce(b.atthasdef, false),
        'plain', b.attname is not null) order by a.attnum) as columns,
      coalesce((select json_agg(k.attname order by k.attnum) from pg_constraint c
        join pg_attribute k on k.attrelid = c.conrelid and k.attnum = any(c.conkey)
        where c.conrelid = t.oid and c.contype = 'p'), '[]') as key
    from pg_class v
      join pg_namespace n on n.oid = v.relnamespace
      join pg_attribute a on a.attrelid = v.oid and a.attnum > 0 and not a.attisdropped
      join pg_type y on y.oid = a.atttypid
      left join pg_class t on t.relname = v.relname and t.relnamespace = 'public'::regnamespace
      left join pg_attribute b on b.attrelid = t.oid and b.attname = a.attname and b.attnum > 0
    where n.nspname = 'api' and v.relkind = 'v'
    group by v.oid, v.relname, t.oid order by v.relname`.execute(db)
  return rows.map(({ name, description, columns: found, key }) => {
    const view = apiViews.find((each) => each.name === name)
    const computed = Object.keys(view?.computed ?? {})
    const columns = toColumns(found.map((row) => ({ ...row, plain: row.plain && !computed.includes(row.name) })))
    return { name, description, columns, primaryKey: [...(view?.key ?? key)] }
  })
}

type KeyRow = {
  name: string
  from: string
  to: string
  columns: [string, string][]
  /** Whether no two rows of `from` have the same values there. */
  is_unique: boolean
  /** Whether its columns belong to the primary key of `from`. */
  in_key: boolean
}

/** References between views that are no foreign keys any more (`history-references.ts`), under the names that they had. */
const checkedByStatement: KeyRow[] = [
  {
    name: 'delivery_events_delivery_id_fkey',
    from: 'delivery_events',
    to: 'deliveries',
    columns: [['delivery_id', 'id']],
    is_unique: false,
    in_key: false,
  },
]

/**
 * Foreign keys between tables that have views, in both directions, and what leads through a table whose key is made of two.
 * The workspace is left out of them: a transaction sees only one.
 */
async function readRelationships(db: Db): Promise<Relationship[]> {
  const { rows } = await sql<KeyRow>`
    with keys as (
      select c.oid, c.conname as name, f.relname as "from", t.relname as "to", c.conrelid,
        array_agg(a.attname::text order by k.position) as own, array_agg(a.attnum order by k.position) as numbers,
        array_agg(b.attname::text order by k.position) as others
      from pg_constraint c
        join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
        cross join lateral unnest(c.conkey, c.confkey) with ordinality as k(own, other, position)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own and a.attname <> 'workspace_id'
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
      where c.contype = 'f' and f.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
        and to_regclass('api.' || quote_ident(f.relname)) is not null
        and to_regclass('api.' || quote_ident(t.relname)) is not null
      group by c.oid, f.relname, t.relname
    )
    select k.name, k."from", k."to",
      (select json_agg(json_build_array(o.own, o.other)) from unnest(k.own, k.others) as o(own, other)) as columns,
      exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
        and i.indexprs is null and (select array_agg(x order by x) from unnest(i.indkey::int2[]) x
          where x <> coalesce((select attnum from pg_attribute where attrelid = k.conrelid and attname = 'workspace_id'), 0))
        = (select array_agg(x order by x) from unnest(k.numbers) x)) as is_unique,
      exists (select from pg_constraint p where p.conrelid = k.conrelid and p.contype = 'p' and p.conkey @> k.numbers) as in_key
    from keys k
    where (select bool_and(exists (select from pg_attribute v where v.attrelid = ('api.' || quote_ident(k."from"))::regclass
        and v.attname = o)) from unnest(k.own) o)
      and (select bool_and(exists (select from pg_attribute v where v.attrelid = ('api.' || quote_ident(k."to"))::regclass
        and v.attname = o)) from unnest(k.others) o)
    order by k.name`.execute(db)
  return relationshipsOf([...rows, ...checkedByStatement])
}

/** Pure, so that its rules can be tested without tables. */
export function relationshipsOf(keys: KeyRow[]): Relationship[] {
  const direct = keys.flatMap((key): Relationship[] => {
    const { name: constraint, from, to, columns, is_unique } = key
    const back = columns.map(([own, other]): [string, string] => [other, own])
    return [
      { from, to, constraint, columns, cardinality: is_unique ? 'one-to-one' : 'many-to-one' },
      { from: to, to: from, constraint, columns: back, cardinality: is_unique ? 'one-to-one' : 'one-to-many' },
    ]
  })
  const through = keys.flatMap((first) =>
    keys
      .filter((second) => second !== first && second.from === first.from && first.in_key && second.in_key)
      .map((second): Relationship => ({
        from: first.to,
        to: second.to,
        cardinality: 'many-to-many',
        constraint: first.name,
        columns: first.columns.map(([own, other]) => [other, own]),
        through: { relation: first.from, constraint: second.name, columns: second.columns },
      })),
  )
  return [...direct, ...through]
}

type FunctionRow = {
  name: string
  description: string | null
  arguments: { name: string | null; type: string; type_name: string; mode: string }[]
  defaults: number
  volatility: 's' | 'i' | 'v'
  is_set: boolean
  type: string
  kind: string
  type_name: string
  relation: string | null
  columns: ColumnRow[] | null
}

const volatilities = { s: 'stable', i: 'immutable', v: 'volatile' } as const

/** Every function of the schema, with the names of its parameters and what it returns. */
async function readFunctions(db: Db): Promise<Omit<ApiFunction, 'may'>[]> {
  const { rows } = await sql<FunctionRow>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as description, p.pronargdefaults as defaults,
      p.provolatile as volatility, p.proretset as is_set, format_type(p.prorettype, null) as type,
      y.typtype as kind, y.typname as type_name, v.relname as relation,
      coalesce((select json_agg(json_build_object('name', nullif(p.proargnames[a.position], ''),
          'type', format_type(a.type, null), 'type_name', t.typname,
          'mode', coalesce(p.proargmodes[a.position]::text, 'i')) order by a.position)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a(type, position)
          join pg_type t on t.oid = a.type), '[]') as arguments,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'type_name', t.typname, 'nullable', true, 'has_default', false, 'plain', false) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = y.typrelid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_proc p
      join pg_type y on y.oid = p.prorettype
      left join pg_class v on v.oid = y.typrelid and v.relnamespace = 'api'::regnamespace and v.relkind = 'v'
    where p.pronamespace = 'api'::regnamespace and p.prokind = 'f' order by 1, p.oid`.execute(db)
  return rows.map(toFunction)
}

function toFunction(row: FunctionRow): Omit<ApiFunction, 'may'> {
  const inputs = row.arguments.filter(({ mode }) => 'ibv'.includes(mode))
  const outputs = row.arguments.filter(({ mode }) => 'bot'.includes(mode))
  const isRecord = row.type_name === 'record'
  const named = outputs.map(({ name, type, type_name }, index) => ({
    name: name ?? `column${index + 1}`,
    type,
    type_name,
    nullable: true,
    has_default: false,
    plain: false,
  }))
  const columns = row.columns ?? (isRecord ? named : null)
  return {
    name: row.name,
    description: row.description,
    parameters: inputs.map(({ name, type, type_name, mode }, index) => ({
      name: name ?? '',
      type,
      typeName: type_name,
      hasDefault: index >= inputs.length - row.defaults,
      isVariadic: mode === 'v',
    })),
    returns: {
      type: row.type,
      isSet: row.is_set,
      isVoid: row.type_name === 'void',
      columns: columns ? toColumns(columns) : undefined,
      relation: row.relation ?? undefined,
    },
    volatility: volatilities[row.volatility],
  }
}
