import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PgBoss } from 'pg-boss'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareQueue } from '../../queue/queue.ts'
import { makeDatabase, sealingKey } from '../../testing/databases.ts'
import { freePort, startServer } from '../../testing/server-process.ts'
import { restoreBackup } from '../backup.ts'
import { prepareDatabase } from '../connect.ts'
import { migrate, migrationNames } from '../migrate.ts'

// Both were made with Karta 0.1.0, the last one before its migrations were folded: the same rows, once as the statements
// that make the database, once as its backup.
const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name)
const oldDatabase = gunzipSync(readFileSync(fixture('before-folding.sql.gz'))).toString()
const oldBackup = fixture('before-folding.backup')

const fresh = await makeDatabase()
const old = await makeDatabase('template0')
const restored = await makeDatabase('template0')
afterAll(() => Promise.all([fresh.drop(), old.drop(), restored.drop()]))

async function ask(url: string, query: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

const migrations = { names: migrationNames, migrate }

beforeAll(async () => {
  await ask(old.url, oldDatabase)
  await prepareDatabase(old.url, prepareQueue)
  await restoreBackup(restored.url, oldBackup, { migrations })
})

/** Everything that makes up the schema, in words that are the same wherever it is the same. */
async function describeSchema(url: string) {
  const ours = `n.nspname in ('public', 'auth', 'site', 'storage', 'migrations')`
  const rights = (acl: string) => `(select array_agg(a.grantee::regrole || ' ' || a.privilege_type order by 1)
    from aclexplode(${acl}) a)`
  const queries = {
    schemas: `select n.nspname, ${rights(`coalesce(n.nspacl, acldefault('n', n.nspowner))`)} as rights
      from pg_namespace n where ${ours} order by 1`,
    columns: `select c.oid::regclass::text as table, a.attname, row_number() over (partition by c.oid order by a.attnum),
        format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
        pg_get_expr(d.adbin, d.adrelid) as default
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and ${ours} order by 1, 3`,
    tables: `select c.oid::regclass::text as table, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
        ${rights(`coalesce(c.relacl, acldefault('r', c.relowner))`)} as rights
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${ours} order by 1`,
    constraints: `select k.conrelid::regclass::text as table, k.conname, pg_get_constraintdef(k.oid)
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${ours} order by 1, 2`,
    indexes: `select i.indexdef from pg_indexes i join pg_namespace n on n.nspname = i.schemaname where ${ours} order by 1`,
    functions: `select pg_get_functiondef(p.oid) as function, ${rights(`coalesce(p.proacl, acldefault('f', p.proowner))`)} as rights
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} order by 1`,
    triggers: `select pg_get_triggerdef(t.oid) as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace where not t.tgisinternal and ${ours} order by 1`,
    policies: `select p.* from pg_policies p join pg_namespace n on n.nspname = p.schemaname where ${ours} order by 2, 1, 3`,
    migrations: `select name from migrations.kysely_migration order by name`,
    authorization: `select version from migrations.authorization`,
  }
  const described: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(queries)) described[name] = await ask(url, query)
  return described
}

test('an old database, a restored old backup and a new database have the same schema', async () => {
  const expected = await describeSchema(fresh.url)
  expect(expected.columns!.length).toBeGreaterThan(300)
  expect(expected.functions!.length).toBeGreaterThan(10)
  expect(await describeSchema(old.url)).toEqual(expected)
  expect(await describeSchema(restored.url)).toEqual(expected)
})

test('an old database and a restored old backup have the same rows', async () => {
  const tables = await ask(
    old.url,
    `select oid::regclass::text as name from pg_class where relkind = 'r'
    and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'site'::regnamespace) order by 1`,
  )
  let found = 0
  for (const { name } of tables) {
    const query = `select t::text as row from ${name} t order by 1`
    const rows = await ask(old.url, query)
    expect(await ask(restored.url, query), name).toEqual(rows)
    found += rows.length
  }
  expect(found).toBeGreaterThan(20)
})

test('plans and routes of an old database are spelled the American way', async () => {
  const plans = await ask(old.url, `select state, totals from plans order by day`)
  expect(plans.map(({ state }) => state)).toEqual(['draft', 'optimizing'])
  const [{ fuel_liters: fuel }] = await ask(old.url, `select fuel_liters from routes`)
  expect(fuel).toBeGreaterThan(0)
  expect(plans[0].totals).toMatchObject({ fuel_liters: fuel })
  expect(plans[0].totals).not.toHaveProperty('fuel_litres')
})

test('a server opens an old database: its people sign in, its histories fit, and its plans go on', async () => {
  const { url, drop } = await makeDatabase('template0')
  await ask(url, oldDatabase)
  const [plan] = await ask(url, `select id, workspace_id from plans where state = 'optimising'`)
  await leaveTask(url, { planId: plan.id, workspaceId: plan.workspace_id })

  const port = await freePort()
  const server = startServer({ DATABASE_URL: url, PORT: String(port), KARTA_SEALING_KEY: sealingKey })
  await server.ready
  const at = `http://127.0.0.1:${port}`
  const signedIn = await fetch(`${at}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', password: 'correct horse battery' }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const read = async (path: string) =>
    (await fetch(`${at}${path}`, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<any>
  const { data: plans } = await read('/v1/plans?day=2027-03-15')
  expect(plans).toMatchObject([{ state: 'draft', totals: { fuel_liters: expect.any(Number) } }])
  const { data: deliveries } = await read('/v1/deliveries')
  expect(deliveries).not.toEqual([])
  for (const { id } of deliveries) {
    const { data, chain } = await read(`/v1/deliveries/${id}/events`)
    expect(data[0].kind).toBe('created')
    expect(chain).toMatchObject({ length: data.length, misfit: null })
  }
  await expect
    .poll(async () => (await read(`/v1/plans/${plan.id}/progress`)).state, { timeout: 20_000 })
    .not.toBe('optimizing')
  expect(await ask(url, `select name from pgboss.queue where name like 'opti%'`)).toEqual([])

  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
  await drop()
})

/** Leaves a task in the queue as Karta 0.1.0 called it. */
async function leaveTask(url: string, payload: object): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('optimise-plan')
  await boss.send('optimise-plan', payload)
  await boss.stop({ graceful: false })
}

test('a database made between releases is refused', async () => {
  const { url, drop } = await makeDatabase('template0')
  await ask(url, oldDatabase)
  await ask(url, `delete from migrations.kysely_migration where name > '007'`)
  await expect(prepareDatabase(url, async () => {})).rejects.toThrow(/between releases .*006-wanted-driver/)
  await drop()
})
