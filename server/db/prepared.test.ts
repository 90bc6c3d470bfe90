import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeDatabase } from '../testing/databases.ts'
import { openPool } from './connect.ts'
import { isPassing } from './passing.ts'
import { nameOfMarked, namesOfFrequent, preparedOnce, preparing } from './prepared.ts'

const database = await makeDatabase()
const pool = openPool(database.url, { max: 1, onError: () => {} })
const db = new Kysely<{ boxes: { id: number; size: number } }>({
  dialect: new PostgresDialect({ pool: preparing(pool) }),
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

await sql`create table boxes (id integer, size integer)`.execute(db)
await sql`insert into boxes values (1, 10), (2, 20)`.execute(db)
const boxOf = (id: number) => db.selectFrom('boxes').selectAll().where('id', '=', id).execute()

test('a connection prepares a statement with values once, and others not at all', async () => {
  expect(await boxOf(1)).toEqual([{ id: 1, size: 10 }])
  expect(await boxOf(2)).toEqual([{ id: 2, size: 20 }])
  await db.transaction().execute(async (trx) => trx.selectFrom('boxes').selectAll().execute())
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: 'select * from "boxes" where "id" = $1' }])
})

test('when a newer server changes a table, one call fails as temporary trouble and the next one works', async () => {
  await boxOf(1)
  await sql`alter table boxes add column label text`.execute(db)
  const failure = await boxOf(1).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: 'cached plan must not change result type' })
  expect(isPassing(failure)).toBe(true)
  expect(await boxOf(1)).toEqual([{ id: 1, size: 10, label: null }])
})

test('of a workspace’s statements, only those that say so are prepared', () => {
  const { sql: marked } = sql`${preparedOnce} insert into boxes values (${1}, ${2})`.compile(db)
  expect(nameOfMarked(marked)).toMatch(/^karta_\d+$/)
  expect(nameOfMarked(marked)).toBe(nameOfMarked(marked))
  expect(nameOfMarked('select * from boxes where id = $1')).toBeUndefined()
})

test('what callers make up is prepared only if it comes often, and no more than a few of it', () => {
  const nameOf = namesOfFrequent('often', { after: 2, most: 1 })
  expect(['a', 'b', 'a', 'a', 'a', 'b', 'b', 'b'].map(nameOf)).toEqual([
    undefined,
    undefined,
    undefined,
    'often_0',
    'often_0',
    undefined,
    undefined,
    undefined,
  ])
})
