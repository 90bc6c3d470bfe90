import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Catalogue, Relation } from '../../db/api/catalogue.ts'
import { relationshipsOf } from '../../db/api/read-catalogue.ts'
import { chooseFunction } from '../call/choose.ts'
import { callStatement, rootOf } from '../call/statement.ts'
import { parseQuery } from '../parse/query.ts'
import { planRead, type ReadNode } from '../plan/plan.ts'
import { RestError } from '../protocol/errors.ts'
import { readStatement } from './statement.ts'

/* What becomes of a request, without a database: only names of the catalogue are in a statement, all else is a parameter. */

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const relation = (name: string, columns: Record<string, string>): [string, Relation] => [
  name,
  {
    name,
    description: null,
    may: [],
    primaryKey: ['id'],
    columns: new Map(
      Object.entries(columns).map(([column, type]) => [
        column,
        { name: column, type, typeName: type, isNullable: true, hasDefault: false, isPlain: true },
      ]),
    ),
  },
]

const key = (name: string, from: string, to: string, own: string, also = {}) => ({
  name,
  from,
  to,
  columns: [[own, 'id']] as [string, string][],
  is_unique: false,
  in_key: false,
  ...also,
})

const catalogue: Catalogue = {
  relations: new Map([
    relation('people', { id: 'integer', name: 'text', data: 'jsonb', tags: 'text[]' }),
    relation('clubs', { id: 'integer', name: 'text' }),
    relation('memberships', { person_id: 'integer', club_id: 'integer' }),
    relation('passports', { id: 'integer', person_id: 'integer' }),
  ]),
  relationships: relationshipsOf([
    key('m_person', 'memberships', 'people', 'person_id', { in_key: true }),
    key('m_club', 'memberships', 'clubs', 'club_id', { in_key: true }),
    key('p_person', 'passports', 'people', 'person_id', { is_unique: true }),
  ]),
  functions: new Map([
    [
      'find',
      [
        {
          name: 'find',
          description: null,
          may: [],
          parameters: [{ name: 'wanted', type: 'text', typeName: 'text', hasDefault: false, isVariadic: false }],
          returns: { type: 'text', isSet: true, isVoid: false, columns: undefined, relation: undefined },
          volatility: 'stable',
        },
      ],
    ],
  ]),
}

const plan = (text: string): ReadNode =>
  planRead(
    catalogue,
    { ...catalogue.relations.get('people')!, relation: 'people' },
    parseQuery(new URLSearchParams(text).toString()),
    () => {},
  )

const wanted = {
  format: { kind: 'json' as const, stripsNulls: false },
  counts: true,
  hasBody: true,
  mostRows: 10,
  mostBytes: 1000,
}
const compiled = (node: ReadNode) => readStatement(node, wanted).compile(compiler)

const evil = `x"; drop table people; --'`

test.each([
  ['a value', { name: `eq.${evil}` }],
  ['a pattern', { name: `like.${evil}` }],
  ['a list', { name: `in.("${evil.replaceAll('"', '\\"')}")` }],
  ['an array', { tags: `cs.{${evil}}` }],
  ['a language', { name: `fts(english).${evil}` }],
  ['a tree of conditions', { or: `(name.eq."${evil.replaceAll('"', '\\"')}",not.and(id.gt.1))` }],
  ['a key of JSON', { [`data->>"${evil.replaceAll('"', '\\"')}"`]: 'eq.1' }],
  ['a selected key of JSON', { select: `data->"${evil.replaceAll('"', '\\"')}"` }],
  ['an alias', { select: `"${evil.replaceAll('"', '\\"')}":name` }],
  [
    'the alias of what is embedded',
    { select: `"${evil.replaceAll('"', '\\"')}":clubs("${evil.replaceAll('"', '\\"')}":name)` },
  ],
  ['an alias in a spread', { select: `...passports("${evil.replaceAll('"', '\\"')}":id)` }],
])('%s never is in the text of a statement', (_what, query) => {
  const { sql, parameters } = compiled(plan(new URLSearchParams(query as Record<string, string>).toString()))
  expect(sql).not.toMatch(/drop|evil|x"|--/)
  expect(JSON.stringify(parameters)).toContain('drop table people')
})

test.each([
  ['a column', { [`"${evil.replaceAll('"', '\\"')}"`]: 'eq.1' }, '42703'],
  ['a selected column', { select: `"${evil.replaceAll('"', '\\"')}"` }, '42703'],
  ['a column to order by', { order: `"${evil.replaceAll('"', '\\"')}"` }, '42703'],
  ['what is embedded', { select: `"${evil.replaceAll('"', '\\"')}"(id)` }, 'PGRST200'],
  ['a hint', { select: `clubs!"${evil.replaceAll('"', '\\"')}"(id)` }, 'PGRST200'],
  ['a path', { [`"${evil.replaceAll('"', '\\"')}".id`]: 'eq.1' }, 'PGRST108'],
  ['a cast', { select: 'name::text$$' }, '42704'],
  ['an argument', { call: evil }, 'PGRST202'],
])('%s that the catalogue does not have is refused', (_what, query, code) => {
  const work = () =>
    'call' in query
      ? chooseFunction(catalogue, 'find', { names: [evil] })
      : plan(new URLSearchParams(query as unknown as Record<string, string>).toString())
  expect(work).toThrow(expect.objectContaining({ name: RestError.name, code }))
})

test('many to many leads through the table between, and a unique key to one', () => {
  const { sql } = compiled(plan('select=id,clubs(name),passports(id)'))
  expect(sql).toContain('inner join "api"."memberships"')
  expect(sql.match(/json_agg/g)).toHaveLength(2)
  expect(catalogue.relationships.map(({ from, cardinality, to }) => `${from} ${cardinality} ${to}`)).toEqual([
    'memberships many-to-one people',
    'people one-to-many memberships',
    'memberships many-to-one clubs',
    'clubs one-to-many memberships',
    'passports one-to-one people',
    'people one-to-one passports',
    'people many-to-many clubs',
    'clubs many-to-many people',
  ])
})

test('every level is cut at the most rows, and what is only shown is not read to count', () => {
  const { sql, parameters } = compiled(plan('select=id,memberships(*)&limit=99&memberships.limit=50&order=id'))
  expect(parameters.filter((each) => each === 10)).toHaveLength(2)
  expect(sql).toMatch(/\(select count\(\*\) from "api"."people" "t"\)/)
  const filtered = compiled(plan('select=id,memberships!inner(*)&memberships.club_id=eq.1'))
  expect(filtered.sql).toMatch(/\(select count\(\*\) from "api"."people" "t" inner join lateral/)
})

test('a function is called by names, with its values as parameters', () => {
  const called = chooseFunction(catalogue, 'find', { names: ['wanted'] })
  const node = planRead(catalogue, rootOf(called), parseQuery(''), () => {})
  const from = callStatement(called, { named: new Map([['wanted', evil]]), areText: false })
  const { sql, parameters } = readStatement(node, { ...wanted, shape: 'values' }, from).compile(compiler)
  expect(sql).toContain('"api"."find"("wanted" => $1::text)')
  expect(parameters[0]).toBe(evil)
})
