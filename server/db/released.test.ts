import { afterAll, expect, test } from 'vitest'
import { makeDatabase } from '../testing/databases.ts'
import { openDb, openPool } from './connect.ts'
import { readReleased, readSchema, takenAway, whatBreaks } from './released.ts'
import { sql, type Kysely } from 'kysely'

const database = await makeDatabase()
const pool = openPool(database.url, { onError: () => {} })
const db = openDb(pool) as unknown as Kysely<unknown>
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('servers of the last release go on working on the schema of this program', async () => {
  const broken = whatBreaks(readReleased(), await readSchema(db))
  expect(
    broken.filter((sentence) => !takenAway.includes(sentence)),
    'Keep what the last release uses for one release more, and take it away in the next one: docs/database.md, "Changing the schema".',
  ).toEqual([])
  expect(
    takenAway.filter((sentence) => !broken.includes(sentence)),
    'No longer needed',
  ).toEqual([])
})

test.each([
  ['alter table vehicles drop column plate cascade', 'public.vehicles.plate is gone.'],
  ['alter table vehicles rename column plate to number_plate', 'public.vehicles.plate is gone.'],
  ['alter table site.mails rename to letters', 'site.mails is gone.'],
  [
    'drop schema api cascade; alter table vehicles alter plate type varchar(9)',
    'public.vehicles.plate is no longer text.',
  ],
  ['alter table vehicles add column wheels integer not null', 'public.vehicles.wheels is new and may not be left out.'],
  ['alter table vehicles alter plate set not null', 'public.vehicles.plate may no longer be left out.'],
  ['alter table vehicles add constraint long_plate check (length(plate) > 3)', 'has a new rule long_plate'],
  ['drop function beat_turns', 'public.beat_turns() is gone.'],
  ['revoke insert on vehicles from karta_app', 'The server may no longer insert in public.vehicles.'],
  ['drop index reports_name', 'public.reports is no longer unique by btree'],
])('"%s" would break them, and is refused in a sentence', async (statement, sentence) => {
  const before = await readSchema(db)
  await db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(statement).execute(trx)
      expect(whatBreaks(before, await readSchema(trx)).join('\n')).toContain(sentence)
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
})

test('a new table, a column with a default, a function, a further optional argument and a wider index break nothing', async () => {
  const before = await readSchema(db)
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`create table wheels (id integer primary key)`.execute(trx)
      await sql`alter table vehicles add column wheels integer not null default 4`.execute(trx)
      await sql`create function turn_wheels() returns integer language sql as 'select 1'`.execute(trx)
      await sql`drop index reports_name`.execute(trx)
      await sql`create unique index reports_name on reports (workspace_id, lower(name)) include (version)
        where deleted_at is null`.execute(trx)
      expect(whatBreaks(before, await readSchema(trx))).toEqual([])
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
})
