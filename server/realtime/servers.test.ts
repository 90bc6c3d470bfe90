import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openClosers } from '../closers.ts'
import { readConfig } from '../config.ts'
import { openDeps } from '../deps.ts'
import { makeFolders } from '../objects/folders.ts'
import { makeDatabase, sealingKey } from '../testing/databases.ts'
import { openRaw, type RawSocket } from '../testing/realtime-socket.ts'

const database = await makeDatabase()
const home = mkdtempSync(join(tmpdir(), 'karta-test-'))
afterAll(async () => {
  rmSync(home, { recursive: true })
  await database.drop()
})

/** One of several servers on the database. */
async function openServer() {
  const closers = openClosers()
  const config = readConfig({ LOG_LEVEL: 'silent', DATABASE_URL: database.url, KARTA_SEALING_KEY: sealingKey })
  const deps = await openDeps({
    config,
    folders: makeFolders(join(home, 'objects')),
    databaseUrl: database.url,
    closers,
    report: () => {},
    maxConnections: 2,
  })
  const app = await buildApp(deps, '/nowhere')
  closers.add(() => app.close())
  afterAll(() => closers.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { deps, open: () => openRaw(url, `apikey=${deps.keys.publishableKey}&vsn=2.0.0`), stop: () => closers.close() }
}

const [one, other] = [await openServer(), await openServer()]
const topic = 'realtime:shared'

async function joined(server: typeof one, key: string): Promise<RawSocket> {
  const socket = await server.open()
  await socket.ask(topic, 'phx_join', { config: { presence: { enabled: true, key } } })
  return socket
}

const broadcast = (socket: RawSocket, event: string) =>
  socket.push(topic, 'broadcast', { type: 'broadcast', event, payload: {} })

/** Who is present, as the client has been told. */
function presentFor({ frames }: RawSocket): string[] {
  const keys = new Set<string>()
  for (const { event, payload } of frames) {
    if (event === 'presence_state') for (const key of Object.keys(payload)) keys.add(key)
    if (event !== 'presence_diff') continue
    for (const key of Object.keys(payload.leaves)) keys.delete(key)
    for (const key of Object.keys(payload.joins)) keys.add(key)
  }
  return [...keys].toSorted()
}

test('clients of two servers hear and see each other, also after the database ended all connections, until one stops', async () => {
  const [mine, theirs] = [await joined(one, 'mine'), await joined(other, 'theirs')]
  const track = (socket: RawSocket) => socket.ask(topic, 'presence', { type: 'presence', event: 'track', payload: {} })
  await Promise.all([track(mine), track(theirs)])
  broadcast(mine, 'hello')
  expect((await theirs.next('broadcast')).payload.event).toBe('hello')
  await expect
    .poll(() => [presentFor(mine), presentFor(theirs)])
    .toEqual([
      ['mine', 'theirs'],
      ['mine', 'theirs'],
    ])

  const gaps: string[] = []
  one.deps.bus.onGap(() => gaps.push('one'))
  other.deps.bus.onGap(() => gaps.push('other'))
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await owner.end()
  await expect.poll(() => new Set(gaps).size).toBe(2)
  broadcast(theirs, 'again')
  expect((await mine.next('broadcast')).payload.event).toBe('again')
  // Who joins now learns of everybody.
  const late = await joined(one, 'late')
  await expect.poll(() => presentFor(late)).toEqual(['mine', 'theirs'])

  await one.stop()
  expect(await mine.closed).toEqual([1012, 'Karta restarts'])
  await expect.poll(() => presentFor(theirs)).toEqual(['theirs'])
})
