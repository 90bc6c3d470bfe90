import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { authClients } from '../testing/auth-client.ts'
import { testApp } from '../testing/test-app.ts'

/* The official client, driven through the methods of its channels as an application does it. */
const testing = await testApp()
const { deps, makeMember } = testing
const { url } = await authClients(testing)

const clients: { realtime: { disconnect(): unknown } }[] = []
afterAll(() => Promise.all(clients.map((client) => client.realtime.disconnect())))

function newClient(vsn: string, token?: string) {
  const client = createClient(url, deps.keys.publishableKey, {
    realtime: { vsn },
    auth: { persistSession: false },
    ...(token && { accessToken: async () => token }),
  })
  clients.push(client)
  return client
}

/** Subscribes, and resolves to the first status with its error. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) =>
    channel.subscribe((status, error) => resolve(error ? `${status} ${error.message}` : status)),
  )

describe.each(['1.0.0', '2.0.0'])('protocol %s', (vsn) => {
  test('what one client sends reaches the others who have joined, and the sender only if it wants', async () => {
    const [one, other] = [newClient(vsn), newClient(vsn)]
    const heard: unknown[] = []
    const channels = [
      one.channel(`room ${vsn}`, { config: { broadcast: { ack: true, self: true } } }),
      other.channel(`room ${vsn}`),
    ]
    channels.forEach((channel, index) =>
      channel.on('broadcast', { event: 'hello' }, ({ event, payload, meta }) =>
        heard.push([index, event, payload, typeof meta?.id]),
      ),
    )
    expect(await Promise.all(channels.map(subscribed))).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    const payload = { text: 'Grüße 🚚' }
    expect(await channels[0]!.send({ type: 'broadcast', event: 'hello', payload })).toBe('ok')
    await expect.poll(() => heard.length).toBe(2)
    expect(await channels[1]!.send({ type: 'broadcast', event: 'hello', payload: { n: 2 } })).toBe('ok')
    await expect
      .poll(() => heard)
      .toEqual([
        [0, 'hello', payload, 'string'],
        [1, 'hello', payload, 'string'],
        [0, 'hello', { n: 2 }, 'string'],
      ])
    expect(await channels[0]!.unsubscribe()).toBe('ok')
  })

  test('presence', async () => {
    const [one, other] = [newClient(vsn), newClient(vsn)]
    const mine = one.channel(`presence ${vsn}`, { config: { presence: { key: 'one' } } })
    const theirs = other.channel(`presence ${vsn}`, { config: { presence: { key: 'two' } } })
    const told: string[] = []
    theirs.on('presence', { event: 'join' }, ({ key }) => told.push(`join ${key}`))
    theirs.on('presence', { event: 'leave' }, ({ key }) => told.push(`leave ${key}`))
    mine.on('presence', { event: 'sync' }, () => {})
    expect(await Promise.all([mine, theirs].map(subscribed))).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    expect(await mine.track({ at: 1 })).toBe('ok')
    expect(await theirs.track({ at: 2 })).toBe('ok')
    await expect.poll(() => Object.keys(mine.presenceState()).sort()).toEqual(['one', 'two'])
    expect(await mine.untrack()).toBe('ok')
    await expect.poll(() => told).toEqual(['join one', 'join two', 'leave one'])
  })

  test('a private channel of a workspace lets in its members only', async () => {
    const [member, stranger] = [await makeMember(), await makeMember()]
    const topic = `workspace:${member.workspaceId}`
    const join = async (token: string) => {
      const client = newClient(vsn, token)
      await client.realtime.setAuth()
      return subscribed(client.channel(topic, { config: { private: true } }))
    }
    expect(await join(member.token)).toBe('SUBSCRIBED')
    expect(await join(stranger.token)).toBe(
      `CHANNEL_ERROR Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    )
  })
})
