import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { liveTopic } from '#domain/live.ts'
import { buildApp } from '../app.ts'
import { openClosers } from '../closers.ts'
import { readConfig } from '../config.ts'
import { watchDisk } from '../db/embedded/disk.ts'
import { openDeps } from '../deps.ts'
import { makeFolders } from '../objects/folders.ts'
import { makeDatabase, sealingKey } from '../testing/databases.ts'
import { openForwarder } from '../testing/forwarder.ts'
import { hasNats, startNats } from '../testing/nats.ts'
import { openRaw } from '../testing/realtime-socket.ts'
import { signUp } from '../testing/server-process.ts'

const database = await makeDatabase()
const home = mkdtempSync(join(tmpdir(), 'karta-test-'))
afterAll(async () => {
  rmSync(home, { recursive: true })
  await database.drop()
})

/** One of several servers on the database, which it may reach by a way that can be cut. */
async function openServer(settings: Record<string, string> = {}, { url = database.url, freeBytes = 1e12 } = {}) {
  const closers = openClosers()
  const env = { LOG_LEVEL: 'silent', DATABASE_URL: url, KARTA_SEALING_KEY: sealingKey, ...settings }
  const folders = makeFolders(join(home, 'objects'))
  const room = { free: freeBytes }
  const objectsDisk = watchDisk(
    folders.root,
    200_000_000,
    () => {},
    () => room.free,
  )
  closers.add(async () => objectsDisk.close())
  await objectsDisk.look()
  const deps = await openDeps({
    config: readConfig(env),
    folders,
    objectsDisk,
    databaseUrl: url,
    closers,
    report: () => {},
    maxConnections: 3,
  })
  const app = await buildApp(deps, '/nowhere')
  closers.add(() => app.close())
  onTestFinished(() => closers.close(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const at = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const ready = async () => (await fetch(`${at}/readyz`)).json() as Promise<{ status: string; checks: object }>
  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const reply = await fetch(at + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  return { deps, at, ready, send, room, lookAtDisk: () => objectsDisk.look() }
}

const delivery = (reference: string) => ({
  reference,
  delivery_address: 'Jalan Sudirman 1, Jakarta',
  scheduled_date: '2030-01-02',
})

describe.skipIf(!hasNats)('with NATS', async () => {
  const nats = hasNats ? await startNats() : undefined
  afterAll(async () => nats?.remove())
  const settings = { NATS_URL: nats?.url ?? '' }

  test('NATS is gone for a while: servers say so and still take calls, and pages learn all of it afterwards', async () => {
    const [one, other] = [await openServer(settings), await openServer(settings)]
    const token = await signUp(one.at)
    const { body: me } = await one.send(token, 'GET', '/v1/me')
    const workspace = (me as unknown as { workspace: { id: string } }).workspace.id
    const socket = await openRaw(one.at, `apikey=${one.deps.keys.publishableKey}&vsn=2.0.0`)
    const topic = `realtime:${liveTopic.workspace(workspace)}`
    await socket.ask(topic, 'phx_join', { config: { private: true }, access_token: token })
    const heard = () =>
      socket.frames
        .filter(({ topic: of, event }) => of === topic && event !== 'phx_reply')
        .map(({ payload }) => JSON.stringify(payload))
        .join('\n')

    await nats!.stop()
    await expect.poll(async () => (await one.ready()).checks).toMatchObject({ bus: false, database: true })
    const created = await other.send(token, 'POST', '/v1/deliveries', delivery('while NATS was away'))
    expect(created.status).toBe(201)
    expect(heard()).not.toContain(created.body.id)

    await nats!.start()
    await expect.poll(async () => (await one.ready()).status, { timeout: 15_000 }).toBe('ready')
    await expect.poll(heard, { timeout: 15_000 }).toContain(created.body.id)
  })

  test('a server that reaches NATS but not its database says so, refuses by name, and recovers by itself', async () => {
    const way = await openForwarder(database.url)
    onTestFinished(() => way.close())
    const [cutOff, other] = [await openServer(settings, { url: way.url }), await openServer(settings)]
    const token = await signUp(cutOff.at)
    way.cut()
    await expect.poll(async () => (await cutOff.ready()).checks).toMatchObject({ database: false, bus: true })
    const refused = await cutOff.send(token, 'POST', '/v1/deliveries', delivery('refused'))
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await other.send(token, 'POST', '/v1/deliveries', delivery('taken'))).status).toBe(201)
    way.mend()
    await expect.poll(async () => (await cutOff.ready()).status, { timeout: 15_000 }).toBe('ready')
    const { body } = await cutOff.send(token, 'GET', '/v1/deliveries')
    expect((body as unknown as { data: { reference: string }[] }).data.map(({ reference }) => reference)).toEqual([
      'taken',
    ])
  })
})

test('a full disk on one server: it is not ready and takes no files, while others go on', async () => {
  const full = await openServer({}, { freeBytes: 1_000_000 })
  const other = await openServer()
  expect(await full.ready()).toMatchObject({ status: 'not ready', checks: { disk: false, database: true } })
  expect(await other.ready()).toMatchObject({ status: 'ready', checks: { disk: true } })
  expect(() => full.deps.filesDisk.checkRoom()).toThrow(expect.objectContaining({ code: 'storage_full' }))
  const token = await signUp(full.at)
  // What needs no room on its disk still works, for whoever comes all the same.
  expect((await full.send(token, 'POST', '/v1/deliveries', delivery('needs no disk'))).status).toBe(201)
  full.room.free = 1e12
  await full.lookAtDisk()
  expect(await full.ready()).toMatchObject({ status: 'ready' })
})
