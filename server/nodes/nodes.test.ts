import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openClosers } from '../closers.ts'
import { readConfig } from '../config.ts'
import { openDeps } from '../deps.ts'
import { makeFolders } from '../objects/folders.ts'
import { makeDatabase, sealingKey } from '../testing/databases.ts'
import { openRaw } from '../testing/realtime-socket.ts'
import { openClock } from './clock.ts'
import { readNodeRoles } from './roles.ts'

const database = await makeDatabase()
const home = mkdtempSync(join(tmpdir(), 'karta-test-'))
afterAll(async () => {
  rmSync(home, { recursive: true })
  await database.drop()
})

/** One of several servers on the database. */
async function openServer(settings: Record<string, string> = {}, machineMs?: () => number) {
  const closers = openClosers()
  afterAll(() => closers.close(() => {}))
  const env = { LOG_LEVEL: 'silent', DATABASE_URL: database.url, KARTA_SEALING_KEY: sealingKey, ...settings }
  const said: string[] = []
  try {
    const deps = await openDeps({
      config: readConfig(env),
      folders: makeFolders(join(home, 'objects')),
      databaseUrl: database.url,
      closers,
      report: () => {},
      maxConnections: 2,
      warn: (sentence) => said.push(sentence),
      ...(machineMs && { machineMs }),
    })
    const app = await buildApp(deps, '/nowhere')
    closers.add(() => app.close())
    return { deps, app, said, stop: () => closers.close() }
  } catch (error) {
    await closers.close(() => {})
    throw error
  }
}

const bucket = {
  S3_BUCKET: 'karta',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
}

test('servers know each other with their roles, until one stops', async () => {
  const one = await openServer()
  const other = await openServer({ ROLES: 'worker' })
  await one.deps.nodes.beat()
  expect([one.deps.nodes.count('worker'), one.deps.nodes.count('web')]).toEqual([2, 1])
  expect([other.deps.nodes.count('worker'), other.deps.nodes.count('web')]).toEqual([2, 1])
  await other.stop()
  await one.deps.nodes.beat()
  expect(one.deps.nodes.count('worker')).toBe(1)
  await one.stop()
})

test('a setting that differs is named to the operator once, and by /readyz', async () => {
  const one = await openServer({ PUBLIC_URL: 'https://one.example.com' })
  const other = await openServer({ PUBLIC_URL: 'https://two.example.com' })
  await other.deps.nodes.beat()
  expect(other.said).toEqual([
    'Another server of this database has other settings than this one: PUBLIC_URL. Give all of them the same.',
  ])
  expect((await other.app.inject('/readyz')).json()).toMatchObject({ status: 'ready', settings_differ: ['PUBLIC_URL'] })
  await one.stop()
  await other.deps.nodes.beat()
  expect((await other.app.inject('/readyz')).json()).not.toHaveProperty('settings_differ')
  await other.stop()
})

test('a server that would keep files elsewhere does not start, and leaves nothing behind', async () => {
  const one = await openServer()
  await expect(openServer(bucket)).rejects.toThrow(/^S3_BUCKET must be the same on all servers of a database, and /)
  await one.deps.nodes.beat()
  expect(one.deps.nodes.count('worker')).toBe(1)
  await one.stop()
})

test.each([5, -5])('a machine whose clock is %i minutes off goes by the database’s, and says so', async (minutes) => {
  let offMs = minutes * 60_000
  const { deps, app, said, stop } = await openServer({}, () => Date.now() + offMs)
  const error = () => Math.abs(deps.now().getTime() - Date.now())
  expect(error()).toBeLessThan(1500)
  const word = minutes > 0 ? 'ahead of' : 'behind'
  expect(said).toEqual([expect.stringMatching(`^The clock of this machine is (299|300|301) s ${word} that of the`)])
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready', clock_ahead_seconds: minutes * 60 })
  offMs = 0
  await deps.nodes.beat()
  expect(error()).toBeLessThan(1500)
  expect(said[1]).toBe('The clock of this machine is right again.')
  expect((await app.inject('/readyz')).json()).not.toHaveProperty('clock_ahead_seconds')
  await stop()
})

test('a slow answer of the database does not change the clock', () => {
  const clock = openClock(() => 10_000)
  expect(clock.compare(0, 0, 8000)).toBeUndefined()
  expect(clock.compare(0, 7000, 7010)).toBe(7005)
  expect(clock.now().getTime()).toBe(2995)
  expect(clock.compare(0, 7400, 7410)).toBeUndefined()
  expect(clock.compare(7400, 7400, 7410)).toBe(0)
})

test('a server does what its roles say, and refuses the rest with the role that it takes', async () => {
  const web = await openServer({ ROLES: 'web,worker' })
  const live = await openServer({ ROLES: 'live' })
  const worker = await openServer({ ROLES: 'worker' })
  const answers = async ({ app }: typeof web) =>
    Promise.all(
      ['/v1/me', '/realtime/v1/api/broadcast', '/readyz', '/nothing'].map(
        async (url) => (await app.inject(url)).statusCode,
      ),
    )
  expect(await answers(web)).toEqual([401, 503, 200, 404])
  expect(await answers(live)).toEqual([503, 404, 200, 503])
  expect(await answers(worker)).toEqual([503, 503, 200, 503])
  const refused = await worker.app.inject('/v1/me')
  expect(refused.json()).toMatchObject({ code: 'not_served_here', role: 'web' })
  expect((await live.app.inject('/readyz')).json()).toMatchObject({ roles: ['live'] })
  await Promise.all([web, live, worker].map(({ stop }) => stop()))
})

test('clients are sent elsewhere one after another, new ones are refused, and calls are still answered', async () => {
  const { app, deps, stop } = await openServer()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const open = () => openRaw(url, `apikey=${deps.keys.publishableKey}&vsn=2.0.0`)
  const sockets = await Promise.all(Array.from({ length: 6 }, open))
  const order: number[] = []
  sockets.forEach((socket, index) => void socket.closed.then(() => order.push(index)))
  const hurry = new AbortController()
  const parted = app.part(30, hurry.signal)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/auth/v1/settings`, { headers: { apikey: deps.keys.publishableKey } })).status).toBe(200)
  await expect(open()).rejects.toThrow('503')
  await parted
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => [1012, 'Karta restarts']))
  expect(order).toHaveLength(6)
  await stop()
})

test('ROLES names known roles, and needs a database that several servers share', () => {
  const databaseUrl = { DATABASE_URL: 'postgres://karta@127.0.0.1/karta' }
  expect(readNodeRoles({})).toEqual(['web', 'live', 'worker'])
  expect(readNodeRoles({ ROLES: ' worker, web', ...databaseUrl })).toEqual(['web', 'worker'])
  expect(() => readNodeRoles({ ROLES: 'web,boss', ...databaseUrl })).toThrow('not "boss"')
  expect(() => readNodeRoles({ ROLES: 'web' })).toThrow('ROLES needs DATABASE_URL')
})
