import { describe, expect, test } from 'vitest'
import { authClients } from '../testing/auth-client.ts'
import { openRaw } from '../testing/realtime-socket.ts'
import { testApp } from '../testing/test-app.ts'

const testing = await testApp()
const { app, deps, makeMember } = testing
const { url } = await authClients(testing)
const { publishableKey, secretKey } = deps.keys

const post = async (path: string, payload: unknown, headers: Record<string, string> = { apikey: publishableKey }) => {
  const reply = await app.inject({
    method: 'POST',
    url: `/realtime/v1/api/broadcast${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: Buffer.isBuffer(payload) || typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return [reply.statusCode, reply.body && JSON.parse(reply.body)]
}
const message = { topic: 'room', event: 'hello', payload: { n: 1 } }

/** Joins as somebody, and waits for the next broadcast of such an event. */
async function listener(topic: string, token?: string) {
  const socket = await openRaw(url, `apikey=${publishableKey}&vsn=2.0.0`)
  const config = { private: token !== undefined }
  await socket.ask(`realtime:${topic}`, 'phx_join', { config, ...(token && { access_token: token }) })
  const heard: string[] = []
  async function next(event: string): Promise<any> {
    const { payload } = await socket.next('broadcast')
    heard.push(payload.event)
    return payload.event === event ? payload.payload : next(event)
  }
  return { next, heard }
}

test('several messages at once reach whoever has joined, with a key or a person’s token', async () => {
  const { next } = await listener('room')
  const { token } = await makeMember()
  expect(await post('', { messages: [message, { ...message, event: 'two' }] })).toEqual([202, ''])
  expect([await next('hello'), await next('two')]).toEqual([{ n: 1 }, { n: 1 }])
  const bearer = { authorization: `Bearer ${token}`, apikey: publishableKey }
  expect(await post('', { messages: [{ ...message, event: 'three' }] }, bearer)).toEqual([202, ''])
  expect(await next('three')).toEqual({ n: 1 })
})

test('one message has a form of its own, for JSON and for bytes', async () => {
  const { next } = await listener('a b/ü')
  const path = `/${encodeURIComponent('a b/ü')}/events/${encodeURIComponent('é ')}`
  expect(await post(path, { n: 1 })).toEqual([202, ''])
  expect(await next('é ')).toEqual({ n: 1 })
  const octets = { apikey: publishableKey, 'content-type': 'application/octet-stream' }
  expect(await post(`${path}?apikey=ignored&vsn=2.0.0`, Buffer.from([0, 255]), octets)).toEqual([202, ''])
  expect([...(await next('é '))]).toEqual([0, 255])
})

test('a private channel hears only whom its rules let send, and nobody is told that they may not', async () => {
  const [{ workspaceId, token }, stranger] = [await makeMember(), await makeMember()]
  const topic = `workspace:${workspaceId}:room:talk`
  const { next, heard } = await listener(topic, token)
  const send = (event: string, by: string) =>
    post('', { messages: [{ ...message, topic, event, private: true }] }, { authorization: `Bearer ${by}` })
  expect(await send('from a stranger', stranger.token)).toEqual([202, ''])
  expect(await post('', { messages: [{ ...message, topic, event: 'public' }] })).toEqual([202, ''])
  expect(await post(`/${topic}/events/anybody?private=true`, {})).toEqual([202, ''])
  expect(await send('last', token)).toEqual([202, ''])
  await next('last')
  expect(heard).toEqual(['last'])
})

describe('what is refused', () => {
  const blank = ["can't be blank"]
  test.each([
    ['no key', { messages: [message] }, {}, 401, { message: 'Unauthorized' }],
    ['a wrong key', { messages: [message] }, { apikey: 'x' }, 401, { message: 'Unauthorized' }],
    ['a wrong token', { messages: [message] }, { authorization: 'Bearer a.b.c' }, 401, { message: 'Unauthorized' }],
    ['no messages', {}, undefined, 422, { errors: { messages: blank } }],
    ['no JSON', '{', undefined, 422, { errors: { messages: blank } }],
    [
      'a message without its parts',
      { messages: [message, { payload: {} }, { topic: 1, event: 'x' }, null] },
      undefined,
      422,
      {
        errors: {
          messages: [
            {},
            { topic: blank, event: blank },
            { topic: ['is invalid'], payload: blank },
            { topic: blank, event: blank, payload: blank },
          ],
        },
      },
    ],
  ])('%s', async (_what, payload, headers, status, body) => {
    expect(await post('', payload, headers as Record<string, string>)).toEqual([status, body])
  })

  test('another content type, and a body that is not what it says', async () => {
    const text = { apikey: secretKey, 'content-type': 'text/plain' }
    const error = 'Content-Type must be application/json or application/octet-stream'
    expect(await post('/room/events/x', 'hello', text)).toEqual([415, { error }])
    expect(await post('/room/events/x', '{')).toEqual([422, { error: 'The body is not valid JSON' }])
  })
})

test('the ping is answered, and /metrics shows what goes on', async () => {
  expect((await app.inject('/realtime/v1/api/ping')).statusCode).toBe(200)
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(body).toMatch(/^karta_realtime_sockets \d+$/m)
  expect(body).toMatch(/^karta_realtime_frames_out_total \d+$/m)
})
