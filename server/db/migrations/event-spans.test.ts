import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase } from '../../testing/databases.ts'
import { migrate } from '../migrate.ts'

const { url, drop } = await makeDatabase('template0')
const told: string[] = []
const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c client_min_messages=debug1' })
  .on('error', () => {})
  .on('connect', (client) => client.on('notice', ({ message }) => told.push(message ?? '')))
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
afterAll(async () => {
  await db.destroy()
  await drop()
})

const ask = async (query: string) => (await pool.query(query)).rows
let file: string

beforeAll(async () => {
  await migrate(db, '100-reports')
  await pool.query(`
    with w as (insert into workspaces (name, trial_ends_at) values ('Old', now()) returning id),
      b as (insert into event_batches (workspace_id, at) select w.id, now() from w, generate_series(1, 500) returning *)
    insert into events (workspace_id, batch_id, index, type, subject_kind, subject_id, data, previous, actor_kind,
        actor_name, at)
      select b.workspace_id, b.id, 1, 'driver.created', 'driver', b.workspace_id, '{}', '{}', 'system', 'N', b.at from b`)
  file = (await ask(`select pg_relation_filenode('events') as file`))[0].file
  await migrate(db)
})

test('the events of before are a span as they are: no row is copied, or read while others wait', async () => {
  expect(told).toContain('partition constraint for table "span_0" is implied by existing constraints')
  expect(await ask(`select pg_relation_filenode('event_spans.span_0') as file`)).toEqual([{ file }])
  expect(await ask('select count(*)::int, min(batch_id)::int, max(batch_id)::int from events')).toEqual([
    { count: 500, min: 1, max: 500 },
  ])
  const plan = await ask('explain select from events where workspace_id = gen_random_uuid() and batch_id = 7')
  expect(plan.map((line) => Object.values(line)[0]).join('\n')).toMatch(/Index.*span_0/)
})

test('each event of before and after is told once, to whoever is told by triggers', async () => {
  const triggers =
    await ask(`select t.tgname as name, c.relname as on from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and (c.relname = 'events' or c.relnamespace = 'event_spans'::regnamespace) order by 1, 2`)
  const on = (name: string) => triggers.filter((each) => each.name === name).map((each) => each.on)
  expect(on('check_events')).toEqual(['events'])
  for (const name of ['note_pushed', 'note_notified', 'note_client_charge']) {
    expect(on(name), name).toEqual(['events', 'other', 'span_0'])
  }
})
