import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { inAuthScope } from '../db/connect.ts'
import { authClients } from '../testing/auth-client.ts'
import { openRaw, writePush } from '../testing/realtime-socket.ts'
import { testApp } from '../testing/test-app.ts'
import { publish } from './publish.ts'

/* The protocol frame by frame, and what no client library sends. */
const testing = await testApp(({ config }) => ({
  config: {
    ...config,
    realtime: { ...config.realtime, channels: 5, joinsPerSecond: 10, messagesPerSecond: 5, bufferBytes: 128 * 1024 },
  },
}))
const { app, deps, makeMember, signToken } = testing
const { url } = await authClients(testing)
const { publishableKey, secretKey } = deps.keys
const key = `apikey=${publishableKey}`
const later = Math.floor(Date.now() / 1000) + 3600
const open = (vsn = '2.0.0', apikey = publishableKey) => openRaw(url, `apikey=${apikey}&vsn=${vsn}`)
const reasonOf = ({ status, response }: Record<string, any>) => (status === 'ok' ? 'ok' : response.reason)

describe('handshakes', () => {
  const made = signToken({ userId: randomUUID(), sessionId: randomUUID(), email: 'a@example.com' })
  const expired = deps.keys.sign({ role: 'anon', exp: later - 7200 })

  test.each([
    ['no key', '', 401, 'MissingAPIKey: apikey is required'],
    ['no token at all', 'apikey=x', 401, 'The token provided is not a valid JWT'],
    ['another server’s signature', `apikey=${made.slice(0, -6)}aaaaaa`, 401, 'Failed to validate JWT signature'],
    ['a token that has ended', `apikey=${expired}`, 401, expect.stringMatching(/^Token has expired \d+ seconds ago$/)],
    ['no end', `apikey=${deps.keys.sign({ role: 'anon' })}`, 401, 'Fields `role` and `exp` are required in JWT'],
    ['no role', `apikey=${deps.keys.sign({ exp: later })}`, 401, 'Fields `role` and `exp` are required in JWT'],
    ['an API key that nobody has', 'apikey=karta_live_x', 401, expect.any(String)],
    ['an unknown version', `${key}&vsn=3.0.0`, 400, 'vsn must be 1.0.0 or 2.0.0'],
  ])('%s is refused as plain HTTP', async (_what, query, status, error) => {
    const ws = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
    const [, reply] = await once(ws, 'unexpected-response')
    let body = ''
    for await (const chunk of reply) body += chunk
    expect([reply.statusCode, JSON.parse(body)]).toEqual([status, { error }])
    expect(reply.headers['x-request-id']).toMatch(/-/)
  })

  test('without an upgrade the address says what it is for, and other upgrades are ignored', async () => {
    const reply = await app.inject(`/realtime/v1/websocket?${key}`)
    expect([reply.statusCode, reply.json()]).toEqual([426, { error: 'This address speaks WebSocket only' }])
    const upgrade = { connection: 'upgrade', upgrade: 'h2c' }
    expect((await app.inject({ url: '/healthz', headers: upgrade })).statusCode).toBe(200)
  })

  test('a key may come in a header, and without a version the frames are those of 1.0.0', async () => {
    const socket = await openRaw(url, '', { 'x-api-key': secretKey })
    expect(await socket.ask('phoenix', 'heartbeat')).toEqual({ status: 'ok', response: {} })
    expect(socket.frames).toEqual([expect.objectContaining({ topic: 'phoenix', ref: '1', join_ref: null })])
  })

  test('an access token opens a socket too', async () => {
    const { token } = await makeMember()
    const socket = await open('2.0.0', token)
    expect(reasonOf(await socket.ask('realtime:x', 'phx_join'))).toBe('ok')
  })
})

describe('frames', () => {
  test.each(['1.0.0', '2.0.0'])('what is no frame of %s is dropped, and the socket lives on', async (vsn) => {
    const socket = await open(vsn)
    const array = (...members: unknown[]) => JSON.stringify(members)
    const malformed = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"topic":1,"event":"phx_join","payload":{}}',
      array('1', '1', 'realtime:x', 'phx_join'),
      array(1, '1', 'realtime:x', 'phx_join', {}),
      array('1', 'r'.repeat(300), 'realtime:x', 'phx_join', {}),
      array('1', '1', 't'.repeat(2000), 'phx_join', {}),
      '['.repeat(10_000),
      ...[
        [],
        [3],
        [4, 0, 0, 0, 0],
        [9, 9, 9, 9, 9, 9, 9],
        [3, 255, 255, 255, 255, 255, 1],
        [3, 0, 0, 1, 1, 0, 1, 97, 98, 123],
      ].map((bytes) => Buffer.from(bytes)),
    ]
    for (const each of malformed) socket.send(each)
    expect(await socket.ask('phoenix', 'heartbeat')).toEqual({ status: 'ok', response: {} })
    expect(socket.frames).toHaveLength(1)
  })

  test('a frame that is too large ends the socket', async () => {
    const socket = await open()
    socket.send(Buffer.alloc(5 * 1024 * 1024 + 1))
    expect((await socket.closed)[0]).toBe(1009)
  })

  test('events of no channel are answered, or ignored where nobody waits', async () => {
    const socket = await open()
    expect(await socket.ask('realtime:nowhere', 'phx_leave')).toEqual({ status: 'ok', response: {} })
    expect(reasonOf(await socket.ask('other:x', 'phx_join'))).toBe('unmatched topic')
    socket.push('realtime:nowhere', 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
    socket.push('phoenix', 'unknown')
    expect(await socket.ask('phoenix', 'heartbeat')).toMatchObject({ status: 'ok' })
    expect(socket.frames).toHaveLength(3)
  })
})

describe('joins', async () => {
  const { workspaceId, token } = await makeMember()
  const stranger = await makeMember()
  const claims = { ...JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) }
  const workspace = `realtime:workspace:${workspaceId}`
  const isPrivate = { private: true }
  const replay = { since: 1, limit: 25 }

  test.each([
    ['no name', 'realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
    ['no token', 'realtime:x', { access_token: 'x' }, 'MalformedJWT: The token provided is not a valid JWT'],
    [
      'a changed token',
      'realtime:x',
      { access_token: `${token.slice(0, -6)}aaaaaa` },
      'JwtSignatureError: Failed to validate JWT signature',
    ],
    [
      'no role',
      'realtime:x',
      { access_token: deps.keys.sign({ ...claims, role: undefined }) },
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
    [
      'an ended token',
      'realtime:x',
      { access_token: deps.keys.sign({ ...claims, exp: 1_700_000_000 }) },
      expect.stringMatching(/^InvalidJWTToken: Token has expired \d+ seconds ago$/),
    ],
    [
      'a stranger',
      workspace,
      { config: isPrivate, access_token: stranger.token },
      `Unauthorized: You do not have permissions to read from this Channel topic: workspace:${workspaceId}`,
    ],
    [
      'nobody in particular',
      workspace,
      { config: isPrivate },
      `Unauthorized: You do not have permissions to read from this Channel topic: workspace:${workspaceId}`,
    ],
    [
      'a made-up topic',
      'realtime:workspace:1 or 1=1',
      { config: isPrivate, access_token: token },
      'Unauthorized: You do not have permissions to read from this Channel topic: workspace:1 or 1=1',
    ],
    [
      'replay of a public channel',
      'realtime:x',
      { config: { broadcast: { replay } } },
      'UnableToReplayMessages: Replay is not allowed for public channels',
    ],
    [
      'too much replay',
      workspace,
      { config: { private: 'true', broadcast: { replay: { ...replay, limit: 26 } } }, access_token: token },
      'UnableToReplayMessages: Replay params are not valid',
    ],
    ['a member', workspace, { config: { ...isPrivate, broadcast: { replay } }, access_token: token }, 'ok'],
    ['a key in place of the token', 'realtime:x', { access_token: publishableKey }, 'ok'],
    ['nothing in the payload', 'realtime:x', [] as never, 'ok'],
    ['bindings that are none', 'realtime:x', { config: { postgres_changes: 'all' } }, 'ok'],
  ])('%s', async (_what, topic, payload, reason) => {
    const socket = await open()
    expect(reasonOf(await socket.ask(topic, 'phx_join', payload))).toEqual(reason)
    socket.ws.close()
  })

  test('the answer repeats the bindings in their order, each with an ID, and then come presence and system', async () => {
    const socket = await open('1.0.0')
    const bindings = [
      { event: '*', schema: 'public', table: 'todos', filter: 'id=eq.1' },
      { event: 'INSERT', schema: '*' },
    ]
    const config = { postgres_changes: bindings, presence: { enabled: 'true', key: '__proto__' } }
    const { response } = await socket.ask('realtime:rows', 'phx_join', { config })
    expect(response.postgres_changes).toEqual(bindings.map((binding) => ({ ...binding, id: expect.any(Number) })))
    await socket.next('system')
    expect(socket.frames.map(({ event }) => event)).toEqual(['phx_reply', 'presence_state', 'system'])
    expect(socket.frames[2]).toMatchObject({ payload: { extension: 'postgres_changes', channel: 'rows' } })
  })

  test('a second join of a topic closes the first channel', async () => {
    const socket = await open()
    await socket.ask('realtime:twice', 'phx_join')
    await socket.ask('realtime:twice', 'phx_join')
    expect(await socket.next('phx_close')).toMatchObject({ joinRef: '1', topic: 'realtime:twice', payload: {} })
    expect(await socket.ask('realtime:twice', 'phx_leave')).toEqual({ status: 'ok', response: {} })
    expect(await socket.next('phx_close')).toMatchObject({ joinRef: '2' })
  })

  test('a socket has only so many channels, and one that joins too often is closed', async () => {
    const socket = await open()
    const join = (n: number) => socket.ask(`realtime:${n}`, 'phx_join')
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(join))
    expect(replies.map(reasonOf)).toEqual([...Array(5).fill('ok'), 'ChannelRateLimitReached: Too many channels'])
    for (let n = 0; n < 40; n++) socket.push('realtime:1', 'phx_join')
    expect(await socket.closed).toEqual([1008, 'Too many joins per second'])
    expect(socket.frames.at(-1)!.payload.response.reason).toBe('ClientJoinRateLimitReached: Too many joins per second')
  })
})

describe('broadcasts', () => {
  test('bytes reach clients of 2.0.0 as they are, JSON reaches all, and public and private channels are two', async () => {
    const [one, other, old] = [await open(), await open(), await open('1.0.0')]
    const { workspaceId, token } = await makeMember()
    const topic = `realtime:workspace:${workspaceId}`
    const secret = await open('2.0.0', token)
    await secret.ask(topic, 'phx_join', { config: { private: true } })
    for (const socket of [one, other, old])
      await socket.ask(topic, 'phx_join', { config: { broadcast: { ack: true } } })
    one.send(writePush(topic, 'bytes', Buffer.from([0, 255, 1]), '9'))
    one.send(writePush(topic, 'json', { text: 'é' }, '10'))
    const [bytes, json] = [await other.next('broadcast'), await other.next('broadcast')]
    expect([bytes.payload.event, [...bytes.payload.payload]]).toEqual(['bytes', [0, 255, 1]])
    expect(json.payload).toEqual({
      type: 'broadcast',
      event: 'json',
      payload: { text: 'é' },
      meta: { id: expect.any(String) },
    })
    expect((await old.next('broadcast')).payload).toEqual(json.payload)
    expect(await one.next('phx_reply')).toMatchObject({ ref: '9', payload: { status: 'ok', response: {} } })
    expect(one.frames.filter(({ event }) => event === 'broadcast')).toEqual([])
    await secret.ask('phoenix', 'heartbeat')
    expect(secret.frames.filter(({ payload }) => ['bytes', 'json'].includes(payload.event))).toEqual([])
  })

  test('a channel that sends too much is stopped, and the others of its socket are not', async () => {
    const socket = await open()
    await socket.ask('realtime:busy', 'phx_join')
    await socket.ask('realtime:calm', 'phx_join')
    for (let n = 0; n < 20; n++) socket.send(writePush('realtime:busy', 'x', {}))
    expect((await socket.next('system')).payload).toEqual({
      extension: 'system',
      status: 'error',
      message: 'Too many messages per second',
      channel: 'busy',
    })
    expect((await socket.next('phx_close')).topic).toBe('realtime:busy')
    expect(await socket.ask('realtime:calm', 'phx_leave')).toMatchObject({ status: 'ok' })
  })

  test('what is too large is refused if somebody waits for an answer, and dropped otherwise', async () => {
    const socket = await open('1.0.0')
    const config = { broadcast: { ack: true, self: true } }
    await socket.ask('realtime:large', 'phx_join', { config })
    const large = { type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(3 * 1024 * 1024) } }
    expect(await socket.ask('realtime:large', 'broadcast', large)).toMatchObject({ status: 'error' })
    expect(socket.frames.filter(({ event }) => event === 'broadcast')).toEqual([])
  })
})

describe('presence', () => {
  const track = (payload: unknown) => ({ type: 'presence', event: 'track', payload })

  test('needs an object and a known event; the first one switches it on; too many or too much stop the channel', async () => {
    const socket = await open()
    const joined = async (topic: string) => {
      await socket.ask(topic, 'phx_join')
      return (payload: object) => socket.ask(topic, 'presence', payload)
    }
    const show = await joined('realtime:shown')
    expect(await show(track('text'))).toMatchObject({ status: 'error' })
    expect(await show({ type: 'presence', event: 'dance' })).toMatchObject({ status: 'error' })
    expect(await show(track({ n: 1 }))).toEqual({ status: 'ok', response: {} })
    expect((await socket.next('presence_state')).payload).toEqual({})
    const [key, { metas }] = Object.entries<any>((await socket.next('presence_diff')).payload.joins)[0]!
    expect([key, metas]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), [{ n: 1, phx_ref: expect.any(String) }]])
    expect(await show(track({ n: 1 }))).toMatchObject({ status: 'ok' })
    expect(await show({ type: 'presence', event: 'untrack' })).toMatchObject({ status: 'ok' })
    socket.push('realtime:shown', 'presence', track({ n: 2 }))
    expect((await socket.next('system')).payload.message).toBe('Client presence rate limit exceeded')
    await joined('realtime:large')
    socket.push('realtime:large', 'presence', track({ text: 'x'.repeat(70_000) }))
    expect((await socket.next('system')).payload.message).toBe('Track message size exceeded')
  })

  test('may not be shown where the rules say so', async () => {
    const { workspaceId, token } = await makeMember()
    const socket = await open('2.0.0', token)
    const topic = `realtime:workspace:${workspaceId}:positions`
    expect(reasonOf(await socket.ask(topic, 'phx_join', { config: { private: true } }))).toBe('ok')
    expect(await socket.ask(topic, 'presence', track({ n: 1 }))).toMatchObject({ status: 'error' })
  })
})

describe('tokens of channels', () => {
  /** Joins a workspace's channel as a new member. */
  async function joined() {
    const member = await makeMember()
    const socket = await open()
    const topic = `realtime:workspace:${member.workspaceId}`
    await socket.ask(topic, 'phx_join', { config: { private: true }, access_token: member.token })
    const renew = (token: unknown) => socket.push(topic, 'access_token', { access_token: token })
    const stopped = async () => [(await socket.next('system')).payload.message, (await socket.next('phx_close')).topic]
    return { member, socket, topic, renew, stopped }
  }

  test('the same token and keys are ignored; a new one counts; a wrong one stops the channel', async () => {
    const { member, socket, renew, stopped, topic } = await joined()
    renew(member.token)
    renew(publishableKey)
    renew(null)
    renew(signToken({ ...member, email: 'new@example.com' }))
    expect(await socket.ask('phoenix', 'heartbeat')).toMatchObject({ status: 'ok' })
    expect(socket.frames.filter(({ event }) => /system|close|error/.test(event))).toEqual([])
    renew('not a token')
    expect(await stopped()).toEqual(['The token provided is not a valid JWT', topic])
  })

  test('whoever has signed out hears so at the next token', async () => {
    const { member, renew, stopped, topic } = await joined()
    await inAuthScope(deps.db, (trx) => trx.deleteFrom('auth.sessions').where('id', '=', member.sessionId).execute())
    renew(signToken({ ...member, email: 'new@example.com' }))
    expect(await stopped()).toEqual([
      `You no longer have permission to read from this Channel topic: workspace:${member.workspaceId}`,
      topic,
    ])
  })
})

describe('a client that does not read', () => {
  const topic = 'slow'
  /** Joins a channel and then reads nothing until it is told to. */
  async function paused() {
    const socket = await open()
    await socket.ask(`realtime:${topic}`, 'phx_join')
    socket.ws.pause()
    return socket
  }
  const text = 'x'.repeat(30_000)
  const send = (n: number, coalesceKey?: string) =>
    publish(deps.bus, {
      topic,
      event: 'x',
      payload: { n, text },
      isPrivate: false,
      ...(coalesceKey && { coalesceKey }),
    })

  test('is sent away with a reason once too much waits for it', async () => {
    const socket = await paused()
    for (let n = 0; n < 1000; n++) send(n)
    socket.ws.resume()
    expect(await socket.closed).toEqual([1013, 'Too slow: come back and read again what you follow'])
  })

  test('gets only the newest of what has a key', async () => {
    const socket = await paused()
    const keys = ['driver 1', 'driver 2']
    for (let n = 0; n < 1000; n++) send(n, keys[n % 2]!)
    socket.ws.resume()
    const seen = () => socket.frames.flatMap(({ payload }) => payload.payload?.n ?? [])
    await expect.poll(() => seen().slice(-2)).toEqual([998, 999])
    expect(seen().length).toBeLessThan(1000)
    expect(await socket.ask('phoenix', 'heartbeat')).toMatchObject({ status: 'ok' })
  })
})
