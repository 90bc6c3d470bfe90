import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { appRole } from '../db/app-role.ts'
import { makeDatabase } from '../testing/databases.ts'
import { openAssembly, readPart, writeBatch } from './batch.ts'
import { openLocalBus, type Bus } from './bus.ts'
import { openPostgresBus } from './postgres-bus.ts'

const database = await makeDatabase()
const open = () => openPostgresBus({ url: database.url, role: appRole, report: () => {}, againAfterMs: 1 })
const [one, other] = [await open(), await open()]
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await database.drop()
})

/** What a bus hears on a topic from now on. */
function listen(bus: Bus, topic: string): string[] {
  const heard: string[] = []
  bus.subscribe(topic, (message) => heard.push(message))
  return heard
}

test('whoever subscribed on any server hears what is published, in its order, and nobody else does', async () => {
  const topic = randomUUID()
  const [mine, theirs, elsewhere] = [listen(one, topic), listen(other, topic), listen(other, `${topic}2`)]
  const messages = Array.from({ length: 300 }, (_, index) => `message ${index}`)
  for (const message of messages) one.publish(topic, message)
  expect(mine).toEqual(messages)
  await expect.poll(() => theirs).toEqual(messages)
  expect(elsewhere).toEqual([])
})

test('a message may be far longer than a notification, hold any character, and be the same as the one before', async () => {
  const topic = randomUUID()
  const heard = listen(other, topic)
  const messages = ['x', 'x', `${'Größe 🚚 \u0000 \ud800'.repeat(5000)}`, randomBytes(400_000).toString('base64'), '']
  for (const message of messages) one.publish(topic, message)
  await expect.poll(() => heard.length).toBe(messages.length)
  expect(heard).toEqual(messages)
})

test('when the database ends its connection, a bus comes back, says that something may be missing, and sends what waited', async () => {
  const topic = randomUUID()
  const heard = { one: listen(one, topic), other: listen(other, topic) }
  let gaps = 0
  one.onGap(() => gaps++)
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'karta bus' and datname = current_database()`)
  await owner.end()
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
    writeBatch('server', batch, [['topic', `${batch}`]]).map((text) => assembly.add(readPart(text)!))
  expect(hear(7)).toEqual([{ envelopes: [['topic', '7']], isGap: false }])
  expect(hear(7)).toEqual([undefined])
  expect(hear(9)).toEqual([{ envelopes: [['topic', '9']], isGap: true }])
  expect(readPart('from something else')).toBeUndefined()
})
