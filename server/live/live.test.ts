import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { changeInBulk } from '#domain/api/bulk.ts'
import { changeDelivery, createDelivery } from '#domain/api/deliveries.ts'
import { liveTopic } from '#domain/live.ts'
import { progressTopic } from '../events/progress.ts'
import { authClients } from '../testing/auth-client.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'

/* What people hear on live channels, through the official client and a real socket. */
const testing = await testApp()
const { as, deps, makeMember } = testing
const { url } = await authClients(testing)

const clients: { realtime: { disconnect(): unknown } }[] = []
afterAll(() => Promise.all(clients.map((client) => client.realtime.disconnect())))

async function clientOf(member: TestMember, params: Record<string, string> = {}) {
  const client = createClient(url, deps.keys.publishableKey, {
    auth: { persistSession: false },
    accessToken: async () => member.token,
    realtime: { params },
  })
  clients.push(client)
  await client.realtime.setAuth()
  return client
}

/** Subscribes, and resolves to the first status with its error. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) =>
    channel.subscribe((status, error) => resolve(error ? `${status} ${error.message}` : status)),
  )

type Heard = { event: string; payload: Record<string, any> }

/** Joins a private channel, and keeps what the server says on it. */
async function listen(member: TestMember, topic: string) {
  const client = await clientOf(member)
  const channel = client.channel(topic, { config: { private: true } })
  const heard: Heard[] = []
  const system: string[] = []
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }))
  channel.on('system', {}, ({ message }) => system.push(message))
  expect(await subscribed(channel)).toBe('SUBSCRIBED')
  await expect.poll(() => heard[0]?.event).toBe('start')
  return { client, channel, heard, system }
}

const newDelivery = { delivery_address: 'Jl. Sudirman 1', scheduled_date: '2027-03-01', recipient_name: 'Ani' }

async function makeDelivery(member: TestMember, body: object = {}) {
  const reply = await as(member).call(createDelivery, { body: { ...newDelivery, ...body } })
  expect(reply.status).toBe(201)
  return reply.body
}

test('whoever belongs to a workspace hears each of its events once and in order, and nobody else hears any', async () => {
  const [one, elsewhere] = [await makeMember(), await makeMember()]
  const other = await makeMember({ workspaceId: one.workspaceId, role: 'viewer' })
  const mine = await listen(other, liveTopic.workspace(one.workspaceId))
  const theirs = await listen(elsewhere, liveTopic.workspace(elsewhere.workspaceId))

  const { id } = await makeDelivery(one)
  await as(one).call(changeDelivery, { params: { id }, body: { recipient_name: 'Budi' } })
  await as(one).call(changeInBulk, { body: { ids: [id], change: { deleted: true } } })
  await expect.poll(() => mine.heard.length).toBe(4)
  expect(mine.heard.map(({ event, payload }) => [event, payload.event?.type])).toEqual([
    ['start', undefined],
    ['event', 'delivery.created'],
    ['event', 'delivery.updated'],
    ['event', 'delivery.deleted'],
  ])
  expect(mine.heard[2]!.payload.event.data).toMatchObject({ id, recipient_name: 'Budi' })
  // Each message begins where the one before it ended.
  mine.heard.slice(1).forEach(({ payload }, index) => expect(payload.after).toBe(mine.heard[index]!.payload.cursor))

  deps.bus.publish(progressTopic(one.workspaceId), '{"plan_id":"p"}')
  await expect.poll(() => mine.heard[4]).toEqual({ event: 'progress', payload: { plan_id: 'p' } })

  await makeDelivery(elsewhere)
  await expect.poll(() => theirs.heard.length).toBe(2)
  expect(mine.heard.length).toBe(5)
})

/** Follows rows, and keeps the changes and what the server says about the subscription. */
async function follow(member: TestMember, bindings: object[], params: Record<string, string> = {}) {
  const client = await clientOf(member, params)
  const channel = client.channel('rows')
  const heard: { binding: number; change: any }[] = []
  const system: { status: string; message: string }[] = []
  bindings.forEach((binding, index) =>
    channel.on('postgres_changes', { event: '*', schema: 'public', ...binding } as never, (change: unknown) => {
      heard.push({ binding: index, change })
    }),
  )
  channel.on('system', {}, ({ status, message }) => system.push({ status, message }))
  expect(await subscribed(channel)).toBe('SUBSCRIBED')
  await expect.poll(() => system.length).toBe(1)
  return { channel, heard, system: system[0]! }
}

test('rows are followed by table, event and filter, in the columns and words of the client', async () => {
  const [one, elsewhere] = [await makeMember(), await makeMember()]
  const rows = await follow(one, [
    { table: 'deliveries' },
    { table: 'deliveries', event: 'INSERT', filter: 'recipient_name=like.A%,number=gte.1,driver_id=is.null' },
    { table: 'deliveries', event: 'UPDATE', filter: 'priority=in.(1,3)', select: ['id', 'priority'] },
    { schema: '*', event: 'DELETE' },
    { table: 'drivers' },
  ])
  expect(rows.system).toEqual({ status: 'ok', message: 'Subscribed to PostgreSQL' })
  const nothing = await follow(elsewhere, [{ schema: '*' }])

  const { id } = await makeDelivery(one, { skills: ['cold'], weight_kg: 2.5 })
  await as(one).call(changeDelivery, { params: { id }, body: { priority: 1 } })
  await as(one).call(changeInBulk, { body: { ids: [id], change: { deleted: true } } })
  await expect.poll(() => rows.heard.length).toBe(6)

  expect(rows.heard.map(({ binding, change }) => [binding, change.eventType, change.table])).toEqual([
    [0, 'INSERT', 'deliveries'],
    [1, 'INSERT', 'deliveries'],
    [0, 'UPDATE', 'deliveries'],
    [2, 'UPDATE', 'deliveries'],
    [0, 'DELETE', 'deliveries'],
    [3, 'DELETE', 'deliveries'],
  ])
  const [inserted, , updated, chosen, deleted] = rows.heard.map(({ change }) => change)
  expect(inserted).toMatchObject({ schema: 'public', errors: null, old: {} })
  expect(inserted.new).toMatchObject({ id, skills: ['cold'], weight_kg: 2.5, scheduled_date: '2027-03-01' })
  expect(inserted.new).not.toHaveProperty('workspace_id')
  expect(new Date(inserted.commit_timestamp).toISOString()).toBe(inserted.commit_timestamp)
  expect(updated).toMatchObject({ new: { id, priority: 1 }, old: { id } })
  expect(updated.old).toEqual({ id })
  expect(chosen.new).toEqual({ id, priority: 1 })
  expect(deleted).toMatchObject({ new: {}, old: { id } })
  expect(nothing.heard).toEqual([])
})

test('a subscription that cannot be is answered with the reason', async () => {
  const member = await makeMember()
  for (const [binding, why] of [
    [{ table: 'auth.users' }, 'unknown table auth.users'],
    [{ table: 'quotas' }, 'whose changes are not published'],
    [{ schema: 'auth', table: 'users' }, 'unknown schema auth'],
    [{ table: 'deliveries', filter: 'workspace_id=eq.1' }, 'deliveries has no column workspace_id'],
    [{ table: 'deliveries', filter: 'id=eq.1' }, 'invalid input syntax for type uuid'],
    [{ table: 'deliveries', filter: 'notes=match."("' }, 'invalid regular expression'],
    [{ table: 'deliveries', filter: "notes=eq.'; drop table deliveries--" }, undefined],
    [{ table: 'deliveries', filter: 'number=like.1%' }, undefined],
    [{ table: 'deliveries', filter: 'number=is.true' }, 'only is.null is possible'],
    [{ table: 'deliveries', filter: 'nonsense' }, 'cannot read the filter'],
    [{ filter: 'id=eq.1' }, 'need a table'],
    [{ table: 'deliveries', select: ['secret'] }, 'deliveries has no column secret'],
  ] as const) {
    const { system } = await follow(member, [binding])
    if (why) expect(system).toEqual({ status: 'error', message: expect.stringContaining(why) })
    else expect(system.status).toBe('ok')
  }
})

test('a room keeps what was said, for whoever comes later and asks for it', async () => {
  const [one, viewer] = [await makeMember(), await makeMember()]
  const other = await makeMember({ workspaceId: one.workspaceId, role: 'viewer' })
  const topic = liveTopic.room(one.workspaceId, 'shift')
  const config = { private: true, broadcast: { ack: true } }
  const room = (await clientOf(one)).channel(topic, { config })
  expect(await subscribed(room)).toBe('SUBSCRIBED')
  for (let n = 1; n <= 30; n++) await room.send({ type: 'broadcast', event: 'note', payload: { n } })
  await room.httpSend('note', { n: 31 }, { persist: true })

  const replayed = async (member: TestMember, replay: object) => {
    const channel = (await clientOf(member)).channel(topic, {
      config: { private: true, broadcast: { replay } as never },
    })
    const heard: { n: number; replayed: unknown; id: unknown }[] = []
    channel.on('broadcast', { event: 'note' }, ({ payload, meta }) =>
      heard.push({ n: payload.n, replayed: meta?.replayed, id: typeof meta?.id }),
    )
    return { status: await subscribed(channel), heard, channel }
  }
  const later = await replayed(other, { since: Date.now() - 60_000, limit: 3 })
  expect(later.status).toBe('SUBSCRIBED')
  await expect.poll(() => later.heard.length).toBe(3)
  expect(later.heard).toEqual([29, 30, 31].map((n) => ({ n, replayed: true, id: 'string' })))
  const all = await replayed(other, { since: 1 })
  await expect.poll(() => all.heard.length).toBe(25)
  expect(all.heard[0]!.n).toBe(7)

  expect((await replayed(other, { since: 'yesterday' })).status).toContain('UnableToReplayMessages: Replay params')
  expect((await replayed(viewer, { since: 1 })).status).toContain('Unauthorized: You do not have permissions to read')
  // A viewer listens. What it sends is ignored, without an answer.
  expect(await later.channel.send({ type: 'broadcast', event: 'note', payload: { n: 32 } })).toBe('ok')
  await room.send({ type: 'broadcast', event: 'note', payload: { n: 33 } })
  await expect.poll(() => later.heard.at(-1)?.n).toBe(33)
  expect(later.heard.map(({ n }) => n)).not.toContain(32)
})
