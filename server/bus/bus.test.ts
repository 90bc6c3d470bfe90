import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { appRole } from '../db/app-role.ts'
import { makeDatabase } from '../testing/databases.ts'
import { hasNats, startNats } from '../testing/nats.ts'
import { openAssembly, readPart, writeBatch } from './batch.ts'
import { openLocalBus, type Bus } from './bus.ts'
import { openNatsBus } from './nats-bus.ts'
import { openPostgresBus } from './postgres-bus.ts'

/** What carries a bus: two servers on it, and a way to cut both off for a moment. */
type Carrier = { one: Bus; other: Bus; cut?: () => Promise<void>; close: () => Promise<void> }

async function alone(): Promise<Carrier> {
  const bus = openLocalBus(() => {})
  return { one: bus, other: bus, close: bus.close }
}

async function overPostgres(): Promise<Carrier> {
  const database = await makeDatabase()
  const open = () => openPostgresBus({ url: database.url, role: appRole, report: () => {}, againAfterMs: 1 })
  const [one, other] = [await open(), await open()]
  return {
    one,
    other,
    async cut() {
      const owner = new pg.Client({ connectionString: database.url })
      await owner.connect()
      await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'karta bus' and datname = current_database()`)
      await owner.end()
    },
    async close() {
      await Promise.all([one.close(), other.close()])
      await database.drop()
    },
  }
}

const usual = { user: undefined, password: undefined, token: undefined, credentials: undefined, subject: 'karta' }

async function overNats(): Promise<Carrier> {
  const nats = await startNats()
  const open = () => openNatsBus({ ...usual, servers: [nats.url], report: () => {}, againAfterMs: 1 })
  const [one, other] = [await open(), await open()]
  return {
    one,
    other,
    async cut() {
      await nats.stop()
      await nats.start()
    },
    async close() {
      await Promise.all([one.close(), other.close()])
      await nats.remove()
    },
  }
}

/** What a bus hears on a topic from now on. */
function listen(bus: Bus, topic: string): string[] {
  const heard: string[] = []
  bus.subscribe(topic, (message) => heard.push(message))
  return heard
}

const carriers = { alone, 'over PostgreSQL': overPostgres, ...(hasNats && { 'over NATS': overNats }) }

describe.each(Object.entries(carriers))('a bus %s', async (_, open) => {
  const { one, other, cut, close } = await open()
  afterAll(close)

  test('whoever subscribed on any server hears what is published, in its order, and nobody else does', async () => {
    const topic = randomUUID()
    const [mine, theirs, elsewhere] = [listen(one, topic), listen(other, topic), listen(other, `${topic}2`)]
    const messages = Array.from({ length: 300 }, (_each, index) => `message ${index}`)
    for (const message of messages) one.publish(topic, message)
    expect(mine).toEqual(messages)
    await expect.poll(() => theirs).toEqual(messages)
    expect(elsewhere).toEqual([])
    expect(one.isConnected()).toBe(true)
  })

  test('what is told here stays here, and a server knows what it listens to', async () => {
    const topic = randomUUID()
    const [mine, theirs] = [listen(one, topic), one === other ? [] : listen(other, topic)]
    one.tellHere(topic, 'here')
    one.publish(topic, 'everywhere')
    expect(mine).toEqual(['here', 'everywhere'])
    if (one !== other) await expect.poll(() => theirs).toEqual(['everywhere'])
    expect([one.isHeardHere(topic), one.isHeardHere(`${topic}2`)]).toEqual([true, false])
  })

  test('a message may be long, hold any character, and be the same as the one before; a topic, too', async () => {
    const topic = `${randomUUID()} * > . Größe`
    const heard = listen(other, topic)
    const messages = ['x', 'x', `${'Größe 🚚 \u0000 \ud800'.repeat(5000)}`, randomBytes(400_000).toString('base64'), '']
    for (const message of messages) one.publish(topic, message)
    await expect.poll(() => heard.length).toBe(messages.length)
    expect(heard).toEqual(messages)
  })

  test.runIf(cut)('after a cut, it comes back, says that something may be missing, and sends what waited', async () => {
    const topic = randomUUID()
    const heard = { one: listen(one, topic), other: listen(other, topic) }
    let gaps = 0
    one.onGap(() => gaps++)
    await cut!()
    one.publish(topic, 'while away')
    await expect.poll(() => gaps).toBeGreaterThan(0)
    // The other one may still be away itself, and then hears of a gap instead.
    let count = 0
    await expect
      .poll(() => {
        one.publish(topic, `back ${count++}`)
        return heard.other.at(-1)
      })
      .toMatch(/^back/)
    expect(heard.one[0]).toBe('while away')
    await expect.poll(() => one.isConnected() && other.isConnected()).toBe(true)
  })
})

test.runIf(hasNats)('a server that NATS left says so, and hears of the gap once NATS is back', async () => {
  const nats = await startNats()
  const bus = await openNatsBus({ ...usual, servers: [nats.url], report: () => {}, againAfterMs: 1 })
  let gaps = 0
  bus.onGap(() => gaps++)
  await nats.stop()
  await expect.poll(() => bus.isConnected()).toBe(false)
  expect(gaps).toBe(0)
  await nats.start()
  await expect.poll(() => bus.isConnected()).toBe(true)
  await expect.poll(() => gaps).toBe(1)
  await bus.close()
  await nats.remove()
})

test('without NATS at its address, the server says why it cannot start', async () => {
  const opening = openNatsBus({ ...usual, servers: ['nats://127.0.0.1:1'], report: () => {} })
  await expect(opening).rejects.toThrow(/^NATS at NATS_URL cannot be used: /)
})

test('a listener that fails keeps nobody else from hearing, and what a listener publishes comes after', () => {
  const failures: unknown[] = []
  const bus = openLocalBus((error) => failures.push(error))
  const heard: string[] = []
  bus.subscribe('a', (message) => {
    if (message === '1') bus.publish('a', '2')
    throw new Error('broken')
  })
  const stop = bus.subscribe('a', (message) => heard.push(message))
  bus.publish('a', '1')
  stop()
  bus.publish('a', '3')
  expect(heard).toEqual(['1', '2'])
  expect(failures).toHaveLength(3)
})

test('a batch that never came is noticed with the next one, and one that comes twice counts once', () => {
  const assembly = openAssembly()
  const hear = (batch: number) =>
    writeBatch('server', batch, `${batch}`, 1000).map((text) => assembly.add(readPart(text)!))
  expect(hear(7)).toEqual([{ text: '7', isGap: false }])
  expect(hear(7)).toEqual([undefined])
  expect(hear(9)).toEqual([{ text: '9', isGap: true }])
  expect(readPart('from something else')).toBeUndefined()
})
