import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { authClients } from '../testing/auth-client.ts'
import { testApp } from '../testing/test-app.ts'

/* The official client, driven through the methods of its channels as an application does it. */
const testing = await testApp()
const { deps, makeMember, signToken } = testing
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

/** A client that shows its token from the first join on. */
async function signedIn(vsn: string, token: string) {
  const client = newClient(vsn, token)
  await client.realtime.setAuth()
  return client
}

/** Subscribes, and resolves to the first status with its error. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) =>
    channel.subscribe((status, error) => resolve(error ? `${status} ${error.message}` : status)),
  )

/** What a channel hears from now on: the name and payload of each broadcast. */
function listen(channel: RealtimeChannel): unknown[] {
  const heard: unknown[] = []
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push([event, payload]))
  return heard
}

describe.each(['1.0.0', '2.0.0'])('protocol %s', (vsn) => {
  test('what one client sends reaches the others who have joined, and the sender only if it wants', async () => {
    const [one, other] = [newClient(vsn), newClient(vsn)]
    const mine = one.channel(`room ${vsn}`, { config: { broadcast: { ack: true, self: true } } })
    const theirs = other.channel(`room ${vsn}`)
    const heard = [listen(mine), listen(theirs)]
    expect(await Promise.all([mine, theirs].map(subscribed))).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    const payload = { text: 'Grüße 🚚' }
    expect(await mine.send({ type: 'broadcast', event: 'hello', payload })).toBe('ok')
    await expect.poll(() => heard).toEqual([[['hello', payload]], [['hello', payload]]])
    expect(await theirs.send({ type: 'broadcast', event: 'hello', payload: { n: 2 } })).toBe('ok')
    await expect.poll(() => heard[0]!.length).toBe(2)
    expect(heard[1]).toHaveLength(1)
    expect(await mine.unsubscribe()).toBe('ok')
    expect(await other.removeAllChannels()).toEqual(['ok'])
  })

  test('without having joined, a client sends over HTTP, in both forms', async () => {
    const listener = newClient(vsn).channel(`http ${vsn}`)
    const heard = listen(listener)
    await subscribed(listener)
    const sender = newClient(vsn).channel(`http ${vsn}`)
    expect(await sender.httpSend('one', { n: 1 })).toEqual({ success: true })
    // The client warns that this form will go away.
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await sender.send({ type: 'broadcast', event: 'two', payload: { n: 2 } })).toBe('ok')
    warn.mockRestore()
    await expect
      .poll(() => heard)
      .toEqual([
        ['one', { n: 1 }],
        ['two', { n: 2 }],
      ])
  })

  test('clients see who is present, what changes, and who leaves', async () => {
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
    await expect.poll(() => Object.keys(mine.presenceState()).toSorted()).toEqual(['one', 'two'])
    expect(await mine.track({ at: 3 })).toBe('ok')
    await expect.poll(() => theirs.presenceState()).toMatchObject({ one: [{ at: 3 }], two: [{ at: 2 }] })
    expect(await theirs.untrack()).toBe('ok')
    await one.realtime.disconnect()
    await expect.poll(() => theirs.presenceState()).toEqual({})
    expect(told.at(-1)).toBe('leave one')
  })

  test('a private channel of a workspace lets in its members only, with a token that can be renewed', async () => {
    const [member, stranger] = [await makeMember(), await makeMember()]
    const topic = `workspace:${member.workspaceId}:room:talk`
    const channelOf = (client: Awaited<ReturnType<typeof signedIn>>) =>
      client.channel(topic, { config: { private: true } })
    const client = await signedIn(vsn, member.token)
    const mine = channelOf(client)
    const heard = listen(mine)
    expect(await subscribed(mine)).toBe('SUBSCRIBED')
    expect(await subscribed(channelOf(await signedIn(vsn, stranger.token)))).toBe(
      `CHANNEL_ERROR Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    )
    await client.realtime.setAuth(signToken({ ...member, email: 'renewed@example.com' }))
    expect(await channelOf(await signedIn(vsn, member.token)).httpSend('hello', { n: 1 })).toEqual({ success: true })
    await expect.poll(() => heard).toContainEqual(['hello', { n: 1 }])
    expect(mine.state).toBe('joined')
  })
})

test('bytes go from client to client as they are', async () => {
  const [one, other] = [newClient('2.0.0'), newClient('2.0.0')].map((client) => client.channel('bytes'))
  const heard = listen(other!)
  await Promise.all([one!, other!].map(subscribed))
  await one!.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer })
  expect(await one!.httpSend('octets', new Uint8Array([1, 2]))).toEqual({ success: true })
  await expect.poll(() => heard.length).toBe(2)
  expect(heard.map((each) => [...new Uint8Array((each as [string, ArrayBuffer])[1])])).toEqual([
    [0, 255, 7],
    [1, 2],
  ])
})
