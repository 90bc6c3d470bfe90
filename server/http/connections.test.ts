import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { watchConnections } from './connections.ts'
import { drain } from './drain.ts'

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return (app.server.address() as AddressInfo).port
}

test('an address gets so many connections at the same time', async () => {
  const app = Fastify({ forceCloseConnections: true })
  const connections = watchConnections(app, { total: 10, perAddress: 2, behindProxies: false })
  const port = await listen(app)
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const [first, second] = [await open(), await open()]
  const third = await open()
  await once(third, 'close')
  expect([first.destroyed, second.destroyed, connections.refused()]).toEqual([false, false, 1])
  first.destroy()
  await expect.poll(() => connections.sockets.size).toBe(1)
  const next = await open()
  next.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(String((await once(next, 'data'))[0])).toMatch(/^HTTP\/1.1 404/)
})

test('behind proxies, the requests of an address at the same time count instead', async () => {
  const app = Fastify({ trustProxy: true })
  watchConnections(app, { total: 10, perAddress: 1, behindProxies: true })
  const held = Promise.withResolvers<string>()
  app.get('/', () => held.promise)
  const ask = async (address: string) => app.inject({ url: '/', headers: { 'x-forwarded-for': address } })
  await app.ready()
  const first = ask('192.0.2.1')
  const second = await ask('192.0.2.1')
  const other = ask('192.0.2.2')
  held.resolve('done')
  expect(second.json()).toMatchObject({ code: 'rate_limited' })
  expect([(await first).body, (await other).body]).toEqual(['done', 'done'])
  expect((await ask('192.0.2.1')).body).toBe('done')
})

test('stopping answers what has begun, and what comes on an open connection, and closes quiet ones', async () => {
  const app = Fastify({ return503OnClosing: false })
  const connections = watchConnections(app, { total: 10, perAddress: 10, behindProxies: false })
  const held = Promise.withResolvers<string>()
  app.get('/held', () => held.promise)
  app.get('/', async () => 'answered')
  app.addHook('preClose', () => drain(app, connections, { seconds: 60, quietMs: 200 }))
  const port = await listen(app)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = async (path: string) => {
    const [reply] = await once(request({ port, path, agent }).end(), 'response')
    return text(reply)
  }
  expect(await ask('/')).toBe('answered')
  const begun = ask('/held')
  const other = new Promise<string>((resolve) => {
    const waiting = request({ port, path: '/', agent }).on('response', (reply) => resolve(text(reply)))
    waiting.flushHeaders()
    waiting.once('socket', (socket) => socket.once('connect', () => waiting.end()))
  })
  const closed = app.close()
  expect(await other).toBe('answered')
  await expect.poll(() => connections.sockets.size).toBe(1)
  held.resolve('answered late')
  expect(await begun).toBe('answered late')
  await closed
})
