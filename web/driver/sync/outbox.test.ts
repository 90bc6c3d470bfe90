import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { roadEntryHash } from '#domain/road/entry-hash.ts'
import { drivenStop, idOf } from '../testing/driver-day.ts'
import { serverDouble } from '../testing/server-double.ts'
import { keep, openDatabase, read } from '../store/database.ts'
import { openEntries, unsentEntries, writeEntry, type Action } from '../store/log.ts'
import { ApiError, paths } from './api.ts'
import { sendAll } from './outbox.ts'

let phones = 0

/** A phone with an empty database, a server, and a clock that stands still. */
async function start(user = `user ${phones++}`) {
  let clock = Date.parse('2026-03-16T03:00:00Z')
  const now = () => clock
  const db = await openDatabase(user, 'workspace')
  const server = serverDouble(now)
  const tools = { db, api: server.api, now }
  return {
    ...server,
    db,
    tools,
    write: (action: Action) => writeEntry(db, action, now),
    send: () => sendAll(tools),
    pass: (ms: number) => (clock += ms),
    arrivals: () => [...server.taken.values()].map(({ kind }) => kind),
  }
}

const departed = (number: number): Action<'departed'> => ({
  kind: 'departed',
  data: { stop_id: idOf(number), delivery_id: idOf(100 + number) },
})
const delivered: Action<'delivered'> = {
  kind: 'delivered',
  data: {
    stop_id: idOf(1),
    delivery_id: idOf(101),
    to: 'recipient',
    received_by: null,
    parcels: [],
    cash: null,
    note: null,
  },
}

test('entries name the hash of the one before, and are signed with the key of the phone', async () => {
  const { db, write } = await start()
  const [first, second] = [await write(departed(1)), await write(departed(2))]
  expect([first.entry.sequence, second.entry.sequence]).toEqual([1, 2])
  expect(second.entry.previous_hash).toBe(first.entry.hash)
  const { hash, signature, ...rest } = second.entry
  expect(roadEntryHash(rest)).toBe(hash)
  const { keys } = (await read(db, 'device'))!
  expect(keys.privateKey.extractable).toBe(false)
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const isGenuine = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    keys.publicKey,
    bytes(signature),
    Uint8Array.from(hash.match(/../g)!, (pair) => parseInt(pair, 16)),
  )
  expect(isGenuine).toBe(true)
})

test('tabs that write at once keep one log', async () => {
  const { db, write } = await start()
  await Promise.all([1, 2, 3, 4, 5].map((number) => write(departed(number))))
  const entries = (await unsentEntries(db)).map(({ entry }) => entry)
  expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  expect(entries.slice(1).map(({ previous_hash }) => previous_hash)).toEqual(
    entries.slice(0, -1).map(({ hash }) => hash),
  )
})

test('what was done without a network waits in its order, and arrives once', async () => {
  const { state, write, send, db, arrivals, taken } = await start()
  state.isOnline = false
  for (let number = 0; number < 120; number++) await write(departed(number % 3))
  expect(await send()).toMatchObject({ code: 'offline' })
  expect(await unsentEntries(db)).toHaveLength(120)
  state.isOnline = true
  expect(await send()).toBe('done')
  expect(await send()).toBe('done')
  expect(taken.size).toBe(120)
  expect(arrivals()).toHaveLength(120)
  expect(state.batches).toEqual([50, 50, 20])
  expect(await openEntries(db)).toEqual([])
})

test('a batch whose reply is lost is sent again, and counts once', async () => {
  const { state, write, send, taken, db } = await start()
  await write(departed(1))
  state.failAfter = new ApiError('offline')
  expect(await send()).toMatchObject({ code: 'offline' })
  expect(await unsentEntries(db)).toHaveLength(1)
  expect(await send()).toBe('done')
  expect(taken.size).toBe(1)
})

test('an app that was killed goes on where it was: the log is in the database, not in the app', async () => {
  const before = await start('killed')
  await before.write(departed(1))
  before.db.close()
  const after = await start('killed')
  await after.write(departed(2))
  expect(await after.send()).toBe('done')
  expect([...after.taken.values()].map(({ sequence }) => sequence)).toEqual([1, 2])
})

test('an end waits for ten seconds, in which it can be taken back before anybody is told', async () => {
  const { write, send, pass, arrivals } = await start()
  await write(departed(1))
  const end = await write(delivered)
  expect(await send()).toBe('held')
  expect(arrivals()).toEqual(['departed'])
  await write({ kind: 'undone', data: { entry_id: end.id } })
  expect(await send()).toBe('done')
  expect(arrivals()).toEqual(['departed', 'delivered', 'undone'])
  await write(delivered)
  pass(10_000)
  expect(await send()).toBe('done')
  expect(arrivals().at(-1)).toBe('delivered')
})

test('what the phone shows already costs no reading of the day, and messages are asked for when there are some', async () => {
  const { write, send, pass, state } = await start()
  const asked = async () => {
    state.calls = []
    expect(await send()).toBe('done')
    return state.calls
  }
  expect(await asked()).toEqual(expect.arrayContaining([paths.getDriverDay, paths.listOwnMessages]))
  await write(departed(1))
  expect(await asked()).toEqual([paths.sendEntries])
  const other = await write(departed(2))
  state.outcomes.set(other.id, { outcome: 'conflict' })
  expect(await asked()).toEqual([paths.sendEntries, paths.getDriverDay])
  state.messagesLast = 1
  pass(60_000)
  await write(departed(3))
  expect(await asked()).toEqual([paths.sendEntries, paths.getDriverDay, paths.listOwnMessages])
  expect(await asked()).toEqual([paths.getDriverDay])
})

test('entries that the server lost are sent again from where it stands', async () => {
  const { write, send, logs, taken, db } = await start()
  for (const number of [1, 2, 3]) await write(departed(number))
  await send()
  const [device] = logs.keys()
  logs.get(device!)!.length = 1
  await write(departed(1))
  expect(await send()).toBe('done')
  expect(logs.get(device!)).toHaveLength(4)
  expect(taken.size).toBe(4)
  expect(await unsentEntries(db)).toEqual([])
})

test('a phone that was set back to a backup goes on in a new log, and nothing counts twice', async () => {
  const { write, send, db, logs, taken } = await start()
  await write(departed(1))
  await send()
  const old = (await read(db, 'device'))!
  await write(departed(2))
  await send()
  await keep(db, 'device', old)
  const other = await write(departed(3))
  expect(await send()).toBe('done')
  expect(logs.size).toBe(2)
  expect((await read(db, 'device'))!.id).not.toBe(old.id)
  expect(taken.get(other.id)).toMatchObject({ sequence: 1, previous_hash: null })
  expect(taken.size).toBe(3)
})

test('a phone that the server does not know any more registers again', async () => {
  const { write, send, state, taken } = await start()
  await write(departed(1))
  await send()
  state.devices.clear()
  await write(departed(2))
  expect(await send()).toBe('done')
  expect(taken.size).toBe(2)
})

test('an ended session and a busy server lose nothing', async () => {
  const { write, send, state, db } = await start()
  await write(departed(1))
  for (const error of [new ApiError('session_ended', 401), new ApiError('busy', 503, {}, 5000)]) {
    state.failBefore = error
    expect(await send()).toBe(error)
    expect(await unsentEntries(db)).toHaveLength(1)
  }
  state.failBefore = null
  expect(await send()).toBe('done')
})

test('a revoked phone knows that it is, and keeps its log', async () => {
  const { write, send, state, db } = await start()
  const { id } = await write(departed(1))
  state.outcomes.set(id, { outcome: 'kept', code: 'device_revoked' })
  await send()
  expect((await read(db, 'device'))!.is_revoked).toBe(true)
  expect(await db.getAll('entries')).toMatchObject([{ result: { code: 'device_revoked' }, is_seen: false }])
})

test('another driver on the same phone has a database of their own, and neither sees nor sends the first one’s', async () => {
  const budi = await start('budi')
  await budi.write(departed(1))
  const sari = await start('sari')
  expect(await unsentEntries(sari.db)).toEqual([])
  await sari.send()
  expect(sari.taken.size).toBe(0)
  expect(await unsentEntries(budi.db)).toHaveLength(1)
})

test('how wrong the clock is comes from the server, and is written into each entry', async () => {
  const { state, write, send, db } = await start()
  expect((await write(departed(1))).entry.clock_offset_ms).toBeNull()
  state.aheadMs = 300_000
  await send()
  expect((await read(db, 'clock'))!.offset_ms).toBe(300_000)
  expect((await write(departed(2))).entry.clock_offset_ms).toBe(300_000)
})

test('positions are sent in batches, and leave the phone once the server has them', async () => {
  const { state, send, db } = await start()
  for (let number = 0; number < 501; number++) await db.add('pings', { ping: { lat: number } })
  state.isOnline = false
  await send()
  expect(await db.count('pings')).toBe(501)
  state.isOnline = true
  await send()
  expect(state.pings).toHaveLength(501)
  expect(await db.count('pings')).toBe(0)
})

test('a photo that is never taken stays, one that cannot be taken now waits, and others go up all the same', async () => {
  const { db, tools, write } = await start()
  const names = ['too large', 'later', 'fine'].map((_, index) => idOf(200 + index))
  const photos = names.map((id) => ({ id, blob: new Blob(['photo'], { type: 'image/jpeg' }), original: null }))
  await write({ ...departed(1), photos })
  const sent: string[] = []
  const raw: typeof tools.api.raw = async (method, _url, init) => {
    const metadata = new Headers(init.headers).get('upload-metadata') ?? ''
    const name = /objectName (\S+?)(,|$)/.exec(metadata)?.[1]
    const index = names.findIndex((id) => name !== undefined && atob(name) === `user/${id}`)
    sent.push(`${method} ${index}`)
    const headers = { 'upload-offset': '5', location: `http://inside:3000/upload/${index}` }
    const status = index === 0 ? 413 : index === 1 ? 503 : method === 'PATCH' ? 204 : 201
    return { reply: new Response(null, { status, headers }), sentAt: 0 }
  }
  expect(await sendAll({ ...tools, api: { ...tools.api, raw } })).toMatchObject({ code: 'busy', status: 503 })
  expect(sent).toEqual(['POST 0', 'POST 1', 'POST 2', 'PATCH -1'])
  expect((await db.getAll('photos')).map(({ id, state }) => [id, state])).toEqual([
    [names[0], 'refused'],
    [names[1], 'unsent'],
  ])
})

test('what a dispatcher changed is kept until it is read; what the driver did is not told', async () => {
  const { db, state, send, write } = await start()
  await write(delivered)
  await write(departed(2))
  expect(await send()).toBe('held')
  const [route] = state.day.routes
  const added = drivenStop(4)
  state.day = {
    ...state.day,
    routes: [{ ...route!, stops: [...route!.stops.filter(({ id }) => id !== idOf(3)), added] }],
  }
  await send()
  const changes = [
    { kind: 'added', names: ['Recipient 4'] },
    { kind: 'removed', names: ['Recipient 3'] },
  ]
  expect(await read(db, 'changes')).toEqual(changes)
  await send()
  expect(await read(db, 'changes')).toEqual(changes)
})

test('the other phones of a driver are asked for from time to time', async () => {
  const { db, state, send, pass } = await start()
  await send()
  const other = { id: idOf(7), name: 'Pixel', last_seen_at: '2026-03-16T03:00:00Z', revoked_at: null }
  state.phones = [{ ...other, held: 0 }]
  await send()
  expect((await read(db, 'phones'))!.phones).toEqual([])
  pass(16 * 60_000)
  await send()
  expect((await read(db, 'phones'))!.phones).toEqual([other])
})
