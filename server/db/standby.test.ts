import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { prepareSealing } from '../auth/keys/prepare-sealing.ts'
import { openClosers } from '../closers.ts'
import { readConfig } from '../config.ts'
import { openDeps } from '../deps.ts'
import { keepAllUp } from '../features/figure-keeping/tasks.ts'
import { makeFolders } from '../objects/folders.ts'
import { prepareQueue } from '../queue/queue.ts'
import { sealingKey } from '../testing/databases.ts'
import { call, signUp, temporaryFolder } from '../testing/server-process.ts'
import { startWithStandby } from '../testing/standby.ts'
import { prepareDatabase } from './connect.ts'
import { openStandby } from './standby.ts'

const folder = temporaryFolder('standby')
const closers = openClosers()
const { url: databaseUrl, standby: replica, stop } = await startWithStandby()
afterAll(async () => {
  await closers.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

const config = readConfig({
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_MINUTE: '1000000',
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: replica.url,
  KARTA_SEALING_KEY: sealingKey,
})
await prepareDatabase(databaseUrl, async (owner) => {
  await prepareQueue(owner)
  await prepareSealing(owner, config, () => {})
})
const reports: unknown[] = []
const parts = await openDeps({
  config: { ...config, replica: undefined },
  folders: makeFolders(join(folder, 'objects')),
  databaseUrl,
  closers,
  report: () => {},
  maxConnections: 5,
  checkReplies: true,
})
/** The clock by which lag is told. */
const clock = { aheadMs: 0 }
const now = () => new Date(Date.now() + clock.aheadMs)
const standby = await openStandby({
  ...config.replica!,
  db: parts.db,
  pooler: undefined,
  now,
  report: (error) => reports.push((error as Error).message),
  lookEveryMs: 10,
})
closers.add(() => standby.close())
const deps = { ...parts, standby, now }
const app = await buildApp(deps, '/nowhere')
closers.add(() => app.close())
await app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

async function used(): Promise<void> {
  await expect.poll(() => standby.state(), { timeout: 10_000 }).toBe('used')
}

/** Until the standby has everything that is committed by now. */
async function caughtUp(): Promise<void> {
  const from = now().getTime()
  await expect
    .poll(() => now().getTime() - (standby.lagSeconds() ?? Infinity) * 1000, { timeout: 10_000 })
    .toBeGreaterThan(from)
}

/** From now on, the standby receives what changes and does not show it. */
async function pause(): Promise<void> {
  await caughtUp()
  await replica.run('select pg_wal_replay_pause()')
  await expect.poll(() => replica.run('select pg_get_wal_replay_pause_state() as state')).toEqual([{ state: 'paused' }])
}

const addVehicle = (token: string, code: string) => call<{ id: string }>(url, token, 'POST', '/v1/vehicles', { code })

async function costs(token: string) {
  const reply = await fetch(`${url}/v1/vehicle-costs?from=2026-01-01&to=2026-01-31`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await reply.json()) as { data?: { vehicle_code: string }[] }
  return {
    status: reply.status,
    codes: data?.map((cost) => cost.vehicle_code),
    asOf: reply.headers.get('karta-as-of'),
    lag: reply.headers.get('karta-lag-seconds'),
  }
}

const readiness = async () => {
  const reply = await fetch(`${url}/readyz`)
  return { status: reply.status, standby: ((await reply.json()) as { standby: string }).standby }
}
const measured = async () => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^(karta_standby_\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}

const [ann, budi] = [await signUp(url), await signUp(url)]

test('figures come from the standby, each workspace its own, and the reply says how old they are', async () => {
  await addVehicle(ann, 'ANN-1')
  await addVehicle(budi, 'BUDI-1')
  await caughtUp()
  await used()
  const { answered } = standby.counts()
  const [one, other] = [await costs(ann), await costs(budi)]
  expect([one.codes, other.codes]).toEqual([['ANN-1'], ['BUDI-1']])
  expect(standby.counts().answered).toBe(answered + 2)
  expect(Date.parse(one.asOf!)).toBeLessThanOrEqual(now().getTime())
  expect(Number(one.lag)).toBeGreaterThanOrEqual(0)
  expect(await readiness()).toEqual({ status: 200, standby: 'used' })
  expect(await measured()).toMatchObject({ karta_standby_used: 1, karta_standby_answered_total: answered + 2 })
})

test('what the standby does not know yet is missing, until it is too far behind or goes on', async () => {
  await keepAllUp(deps)
  await pause()
  await addVehicle(ann, 'ANN-2')
  // The state of a moment ago.
  const before = await costs(ann)
  expect([before.codes, before.asOf]).toEqual([['ANN-1'], expect.any(String)])
  const figures = await fetch(`${url}/v1/analytics/figures?from=2026-01-01&to=2026-01-31`, {
    headers: { authorization: `Bearer ${ann}` },
  })
  const { up_to } = (await figures.json()) as { up_to: string }
  expect(up_to <= figures.headers.get('karta-as-of')!).toBe(true)
  const lagged = standby.lagSeconds()!
  clock.aheadMs += 30_000
  expect(Number((await costs(ann)).lag)).toBeGreaterThanOrEqual(30)
  expect(standby.lagSeconds()!).toBeGreaterThanOrEqual(lagged + 30)

  clock.aheadMs += 31_000
  expect(standby.state()).toBe('behind')
  expect(await costs(ann)).toEqual({
    status: 200,
    codes: expect.arrayContaining(['ANN-2']),
    asOf: null,
    lag: null,
  })
  expect(await readiness()).toEqual({ status: 200, standby: 'behind' })
  await expect.poll(() => reports).toEqual(['The standby is more than 60 seconds behind.'])

  await replica.run('select pg_wal_replay_resume()')
  await used()
  await caughtUp()
  const after = await costs(ann)
  expect([after.codes, after.asOf]).toEqual([expect.arrayContaining(['ANN-2']), expect.any(String)])
})

test('who may read is asked of the primary, and what the standby refuses is too', async () => {
  const carl = await signUp(url)
  await addVehicle(carl, 'CARL-1')
  await pause()
  const report = { name: 'Week', measures: ['delivered'], range: 'last_week' }
  const made = await fetch(`${url}/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${carl}`, 'content-type': 'application/json' },
    body: JSON.stringify(report),
  })
  const { id } = (await made.json()) as { id: string }
  expect(made.status).toBe(201)
  const { replaced } = standby.counts()
  expect(await call(url, carl, 'GET', `/v1/reports/${id}/run`)).toMatchObject({ report: { id } })
  expect(standby.counts().replaced).toBe(replaced + 1)

  expect(await costs(carl)).toMatchObject({ status: 200, asOf: expect.any(String) })
  await fetch(`${url}/auth/v1/logout`, { method: 'POST', headers: { authorization: `Bearer ${carl}` } })
  expect(await costs(carl)).toMatchObject({ status: 401 })
  await replica.run('select pg_wal_replay_resume()')
  await caughtUp()
})

test('nothing can be written there, and nothing is seen without a workspace', async () => {
  await used()
  const { workspace } = await call<{ workspace: { id: string } }>(url, ann, 'GET', '/v1/me')
  const reader = { workspaceId: workspace.id, identity: { role: 'owner' as const } }
  const write = standby.read(reader, (trx) => sql`update vehicles set code = 'gone'`.execute(trx))
  await expect(write).rejects.toMatchObject({ code: '25006' })
  const read = await standby.read(reader, (trx) =>
    sql<{ role: string; standby: boolean; seen: number }>`select current_user as role, pg_is_in_recovery() as standby,
      (select count(distinct workspace_id)::int from vehicles) as seen`.execute(trx),
  )
  expect(read.result.rows).toEqual([{ role: 'karta_app', standby: true, seen: 1 }])
  const nobody = await standby.read({ ...reader, workspaceId: '00000000-0000-4000-8000-000000000001' }, (trx) =>
    trx.selectFrom('vehicles').select('id').execute(),
  )
  expect(nobody.result).toEqual([])
})

test('while the standby is away the primary answers, and the server stays ready', async () => {
  reports.splice(0)
  await replica.stop()
  expect(await costs(ann)).toMatchObject({ status: 200, codes: expect.arrayContaining(['ANN-1']), asOf: null })
  await expect.poll(() => standby.state()).toBe('away')
  expect(await readiness()).toEqual({ status: 200, standby: 'away' })
  expect(await measured()).toMatchObject({ karta_standby_used: 0, karta_standby_lag_seconds: NaN })
  expect(reports.length).toBeGreaterThan(0)
  await replica.start()
  await used()
  expect(await costs(ann)).toMatchObject({ status: 200, asOf: expect.any(String) })
})

test('a server that is no standby, and one of another database server, are not used', async () => {
  const said: string[] = []
  const report = (error: unknown) => said.push((error as Error).message)
  const wrong = await openStandby({
    url: databaseUrl,
    mostLagSeconds: 60,
    db: parts.db,
    pooler: undefined,
    now,
    report,
  })
  expect([wrong.state(), said]).toEqual(['away', ['The server of DATABASE_READ_URL is no standby.']])
  await wrong.close()
})
