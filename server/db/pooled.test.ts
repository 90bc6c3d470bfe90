import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { liveTopic } from '#domain/live.ts'
import { buildApp } from '../app.ts'
import { openClosers } from '../closers.ts'
import { readConfig } from '../config.ts'
import { openDeps } from '../deps.ts'
import { makeFolders } from '../objects/folders.ts'
import { makeDatabase, runOn, sealingKey } from '../testing/databases.ts'
import { bouncerPrepares, hasPgBouncer, startPgBouncer } from '../testing/pgbouncer.ts'
import { openRaw } from '../testing/realtime-socket.ts'
import { call, signUp, temporaryFolder } from '../testing/server-process.ts'
import { workOnPlans } from '../testing/workers.ts'
import { confirmPooledLogin } from './app-role.ts'
import { checkServer, inTransaction, openPool } from './connect.ts'
import { isPassing } from './passing.ts'
import { patience } from './patience.ts'
import { preparing } from './prepared.ts'

const suffix = randomBytes(4).toString('hex')
const loginOf = (name: string) => ({ user: `${name}_${suffix}`, password: 'secret' })
/** As whom the server logs in through the pooler, and others that it must not accept. */
const [server, unbound, unlimited, owner] = ['server', 'unbound', 'unlimited', 'owner'].map(loginOf) as [
  ReturnType<typeof loginOf>,
  ReturnType<typeof loginOf>,
  ReturnType<typeof loginOf>,
  ReturnType<typeof loginOf>,
]

/** What docs/database.md says for a superuser to run. */
const binding = (user: string) => `
  alter role ${user} set role = 'karta_app';
  alter role ${user} set statement_timeout = '${patience.call.statement}';
  alter role ${user} set lock_timeout = '${patience.call.lock}';
  alter role ${user} set idle_in_transaction_session_timeout = '${patience.call.idle}'`

async function behindPgBouncer() {
  const database = await makeDatabase()
  const bouncer = await startPgBouncer(database.url, [server, unbound, unlimited, owner])
  for (const { user, password } of [server, unbound, unlimited])
    await runOn(database.url, `create role ${user} login noinherit password '${password}' in role karta_app`)
  await runOn(database.url, `create role ${owner.user} login superuser password '${owner.password}'`)
  await runOn(database.url, binding(server.user))
  await runOn(database.url, `alter role ${unlimited.user} set role = 'karta_app'`)
  const folder = temporaryFolder('pooled')
  afterAll(async () => {
    await bouncer.stop()
    await database.drop()
    const logins = [server, unbound, unlimited, owner].map(({ user }) => user)
    await runOn(inTestServer(database.url), `drop role ${logins.join()}`)
    rmSync(folder, { recursive: true, force: true })
  })
  return { direct: database.url, urlOf: bouncer.urlOf, folder }
}

const inTestServer = (url: string) => url.replace(/\/test_\w+\?/, '/karta?')

type Behind = Awaited<ReturnType<typeof behindPgBouncer>>

async function openServer({ direct, urlOf, folder }: Behind, prepares: boolean) {
  const closers = openClosers()
  const config = readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    DATABASE_URL: urlOf(server),
    DATABASE_DIRECT_URL: direct,
    DATABASE_PREPARED_STATEMENTS: String(prepares),
    KARTA_SEALING_KEY: sealingKey,
  })
  const reports: unknown[] = []
  const deps = await openDeps({
    config,
    folders: makeFolders(join(folder, 'objects')),
    databaseUrl: direct,
    closers,
    report: (error) => reports.push(error),
    maxConnections: 5,
    checkReplies: true,
  })
  const app = await buildApp(deps, '/nowhere')
  closers.add(() => app.close())
  afterAll(() => closers.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  workOnPlans(deps)
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { deps, url, reports }
}

describe.skipIf(!hasPgBouncer)('behind a PgBouncer in transaction mode', async () => {
  if (!hasPgBouncer) return
  const behind = await behindPgBouncer()

  describe.each([
    { named: 'off', prepares: false },
    { named: 'on', prepares: true },
  ])('with prepared statements $named', ({ prepares }) => {
    // PgBouncer carries prepared statements since 1.21.
    test.skipIf(prepares && !bouncerPrepares)(
      'two servers share few connections, and everything that matters works',
      async () => {
        const [one, other] = [await openServer(behind, prepares), await openServer(behind, prepares)]
        const token = await signUp(one.url)
        const { workspace } = await call<{ workspace: { id: string } }>(other.url, token, 'GET', '/v1/me')

        const socket = await openRaw(other.url, `apikey=${other.deps.keys.publishableKey}&vsn=2.0.0`)
        const topic = `realtime:${liveTopic.workspace(workspace.id)}`
        const joined = { config: { private: true }, access_token: token }
        expect(await socket.ask(topic, 'phx_join', joined)).toMatchObject({ status: 'ok' })

        const sample = await call<{ day: string }>(one.url, token, 'POST', '/v1/workspace/sample-data')
        await expect.poll(() => socket.frames.some(({ event }) => event === 'broadcast')).toBe(true)

        // More at the same time than there are connections.
        const body = { delivery_address: 'Jalan Sudirman 1', scheduled_date: '2030-01-02' }
        const key = await call<{ secret: string }>(one.url, token, 'POST', '/v1/api-keys', {
          name: 'Shop',
          scopes: ['read', 'deliveries'],
        })
        const created = await Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            call<{ id: string }>([one, other][index % 2]!.url, key.secret, 'POST', '/v1/deliveries', body),
          ),
        )
        expect(new Set(created.map(({ id }) => id)).size).toBe(40)

        const drivers = await call<{ data: { id: string }[] }>(one.url, token, 'GET', '/v1/drivers')
        const { id } = await call<{ id: string }>(one.url, token, 'POST', '/v1/plans', {
          day: sample.day,
          driver_ids: drivers.data.map((driver) => driver.id),
          time_limit_seconds: 1,
        })
        const state = async () => (await call<{ state: string }>(other.url, token, 'GET', `/v1/plans/${id}`)).state
        await expect.poll(state, { timeout: 30_000 }).toBe('draft')

        const rest = await fetch(`${other.url}/rest/v1/deliveries?select=id&scheduled_date=eq.2030-01-02`, {
          headers: { authorization: `Bearer ${token}`, apikey: other.deps.keys.publishableKey },
        })
        expect([rest.status, await rest.json()]).toEqual([
          200,
          expect.arrayContaining(created.map((each) => ({ id: each.id }))),
        ])

        const headers = { authorization: `Bearer ${token}` }
        await call(one.url, token, 'POST', '/storage/v1/bucket', {
          name: `photos-${randomUUID()}`,
          id: `photos-${token.length}`,
        })
        const path = `/storage/v1/object/photos-${token.length}/door.txt`
        await fetch(one.url + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'text/plain' },
          body: 'left at the door',
        })
        expect(await (await fetch(other.url + path, { headers })).text()).toBe('left at the door')

        for (const { url, reports } of [one, other]) {
          const ready = await fetch(`${url}/readyz`)
          expect([ready.status, await ready.json()]).toMatchObject([
            200,
            { checks: { database: true, queue: true, bus: true } },
          ])
          expect(reports).toEqual([])
        }
        socket.ws.close()
      },
      60_000,
    )
  })

  test.skipIf(!bouncerPrepares)(
    'when a table is changed, one call fails as temporary trouble and the next ones work',
    async () => {
      await runOn(behind.direct, 'create table boxes (id integer); grant select on boxes to karta_app')
      const open = () => {
        const pool = openPool(behind.urlOf(server), { isPooled: true, max: 2, onError: () => {} })
        return {
          pool,
          boxes: new Kysely<{ boxes: { id: number } }>({ dialect: new PostgresDialect({ pool: preparing(pool) }) }),
        }
      }
      const [one, other] = [open(), open()]
      const read = ({ boxes }: typeof one) => boxes.selectFrom('boxes').selectAll().where('id', '=', 1).execute()
      await Promise.all([one, one, other, other].map(read))
      await runOn(behind.direct, 'alter table boxes add column label text; insert into boxes values (1)')
      const failure = await read(one).catch((error: unknown) => error)
      expect([failure, isPassing(failure)]).toMatchObject([
        { message: 'cached plan must not change result type' },
        true,
      ])
      const now = [{ id: 1, label: null }]
      expect(await Promise.all([one, one, one, other].map(read))).toEqual([now, now, now, now])
      await Promise.all([one, other].map(({ pool }) => pool.end()))
    },
  )

  test('a user who owns the tables, lacks the role or has no time limits is refused with what to do', async () => {
    const refusal = async (login: typeof server) => {
      const pool = openPool(behind.urlOf(login), { isPooled: true, max: 1, onError: () => {} })
      const { message } = await confirmPooledLogin(pool).then(
        () => ({ message: 'accepted' }),
        (error: Error) => error,
      )
      await pool.end()
      return message
    }
    expect(await refusal(server)).toBe('accepted')
    expect(await refusal(owner)).toMatch(/has the rights of the owner of the tables.*create role karta_server login/)
    const help = (user: string) =>
      new RegExp(
        `does not begin as karta_app with time limits: .*alter role "${user}" set role = 'karta_app'; alter role "${user}" set statement_timeout`,
      )
    expect(await refusal(unbound)).toMatch(help(unbound.user))
    expect(await refusal(unlimited)).toMatch(help(unlimited.user))
  })

  test('an address that should be direct and is not says so', async () => {
    await expect(checkServer(behind.urlOf(server))).rejects.toThrow(
      'A pooler is between Karta and the database of DATABASE_URL: set DATABASE_DIRECT_URL to PostgreSQL itself',
    )
    await expect(checkServer(behind.urlOf(server), 'DATABASE_DIRECT_URL')).rejects.toThrow(
      'point DATABASE_DIRECT_URL at PostgreSQL itself.',
    )
    await checkServer(behind.direct, 'DATABASE_DIRECT_URL')
  })

  // This one comes last: it may leave its settings on a shared connection.
  test('whoever gets hold of a shared connection cannot become the owner, and leaves nothing for the next one', async () => {
    const { deps } = await openServer(behind, false)
    const { rows: owners } = await deps.pool.query(
      `select tableowner as name from pg_tables where tablename = 'members'`,
    )
    const stranger = new pg.Client({ connectionString: behind.urlOf(server) })
    // The pooler ends its connections when the test does.
    stranger.on('error', () => {})
    await stranger.connect()
    const roleAfter = async (statement: string) => {
      await stranger.query(`begin; ${statement}`)
      const { rows } = await stranger.query('select current_user as role')
      const seen = await stranger
        .query('select count(*)::int from public.deliveries')
        .catch((error: pg.DatabaseError) => error)
      await stranger.query('commit')
      return [rows[0].role, 'rows' in seen ? seen.rows[0].count : seen.code]
    }
    const { user } = server
    expect(await roleAfter('reset role')).toEqual(['karta_app', 0])
    expect(await roleAfter('set session authorization default')).toEqual(['karta_app', 0])
    expect(await roleAfter('discard plans')).toEqual(['karta_app', 0])
    // Without the role there are no rights at all.
    expect(await roleAfter('set local role none')).toEqual([user, '42501'])
    await expect(roleAfter(`set role ${owners[0].name}`)).rejects.toMatchObject({ code: '42501' })
    await stranger.query('rollback')
    await expect(stranger.query(`set session authorization ${owners[0].name}`)).rejects.toMatchObject({ code: '42501' })

    // It stays on the shared connections. Each transaction says again as whom it works, and for how long.
    for (let each = 0; each < 6; each++) await stranger.query('set role none; set statement_timeout = 0')
    const settings = () =>
      inTransaction(deps.db, async (trx) => {
        const { rows } = await sql<{ role: string; limit: string }>`
          select current_user as role, current_setting('statement_timeout') as limit`.execute(trx)
        return rows[0]
      })
    const bound = { role: 'karta_app', limit: patience.call.statement }
    expect(await Promise.all(Array.from({ length: 5 }, settings))).toEqual([bound, bound, bound, bound, bound])
    for (let each = 0; each < 6; each++) await stranger.query('reset role; reset statement_timeout')
    await stranger.end()
  })
})
