import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeDatabase } from '../testing/databases.ts'
import { prepareDatabase } from './connect.ts'
import { compareVersions } from './two-versions.ts'
import { whileNobodyWorks } from './while-nobody-works.ts'

const database = await makeDatabase()
const clients: pg.Client[] = []
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await database.drop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  clients.push(client)
  return client
}

const owner = await connect()
const prepare = () => prepareDatabase(database.url, async () => {})
const programOfRules = async () =>
  (await owner.query<{ program: string; version: string }>('select program, version from migrations.authorization'))
    .rows

beforeEach(async () => {
  await owner.query(`delete from migrations.kysely_migration where name = '999-future'`)
  await owner.query('delete from migrations.oldest_program')
})

const upgradeByANewerOne = () =>
  owner.query(`insert into migrations.kysely_migration (name, timestamp) values ('999-future', now())`)

test('an older program works beside a newer one, and changes nothing', async () => {
  await upgradeByANewerOne()
  await owner.query(`update migrations.authorization set version = 'of the newer one'`)
  await prepare()
  expect(await programOfRules()).toMatchObject([{ version: 'of the newer one' }])
})

test('an older program does not start where a newer one has taken away what it needs, and says which to start', async () => {
  await upgradeByANewerOne()
  await owner.query(`insert into migrations.oldest_program values ('99.0.0')`)
  await expect(prepare()).rejects.toThrow(/^The database was upgraded and needs Karta 99\.0\.0 or newer; this is /)
})

test('rules that a newer program made stay, and those of an older one are made anew', async () => {
  await owner.query(`update migrations.authorization set version = 'other', program = '99.0.0'`)
  await prepare()
  expect(await programOfRules()).toEqual([{ version: 'other', program: '99.0.0' }])
  await owner.query(`update migrations.authorization set version = 'other', program = '0.0.9'`)
  await prepare()
  const [made] = await programOfRules()
  expect(made!.version).toMatch(/^[0-9a-f]{64}$/)
})

test('a start with nothing to change takes no locks, whatever others hold', async () => {
  const other = await connect()
  await other.query('begin; lock table public.deliveries in access exclusive mode')
  await expect(prepare()).resolves.toBeUndefined()
  await other.query('rollback')
})

test('a change waits for whoever is in the middle of something, who meanwhile goes on, and so does everybody else', async () => {
  const [busy, reader] = [await connect(), await connect()]
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }),
  })
  await busy.query('begin; select 1 from public.vehicles')
  let isChanged = false
  const change = whileNobodyWorks(db, async () => void (isChanged = true))
  // The change has had time to ask for its locks, and to give them back.
  for (let read = 0; read < 5; read++) {
    await reader.query('select 1 from public.deliveries, pg_sleep(0.3)')
    // It needs the table that the change may hold at this moment.
    await busy.query('select 1 from public.alerts')
  }
  expect(isChanged).toBe(false)
  await busy.query('commit')
  await change
  expect(isChanged).toBe(true)
  await db.destroy()
})

test('versions compare by their numbers', () => {
  expect(['1.10.0', '1.9.9', '0.2.1', '1.9.10', '0.2'].toSorted(compareVersions)).toEqual([
    '0.2',
    '0.2.1',
    '1.9.9',
    '1.9.10',
    '1.10.0',
  ])
})
