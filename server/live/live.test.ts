import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { changeInBulk } from '#domain/api/bulk.ts'
import { changeDelivery, createDelivery } from '#domain/api/deliveries.ts'
import { liveTopic } from '#domain/live.ts'
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

  await makeDelivery(elsewhere)
  await expect.poll(() => theirs.heard.length).toBe(2)
  expect(mine.heard.length).toBe(4)
})
