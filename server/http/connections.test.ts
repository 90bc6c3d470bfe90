import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { connectionsWithin, watchConnections } from './connections.ts'
import { drain } from './drain.ts'

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return (app.server.address() as AddressInfo).port
}

test('connections leave a part of the descriptors to everything else', () => {
  expect(connectionsWithin(1024, 10_000)).toBe(719)
  expect(connectionsWithin(65_536, 10_000)).toBe(10_000)
  expect(connectionsWithin(Infinity, 10_000)).toBe(10_000)
})

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

/** A server with an answer that waits to be released, and one open connection without a request. */
async function stoppable(quietMs: number) {
  const app = Fastify({ return503OnClosing: false })
  const connections = watchConnections(app, { total: 10, perAddress: 10, behindProxies: false })
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  app.get('/held', () => {
    begun.resolve()
    return held.promise
  })
  app.get('/', async () => 'answered')
  app.addHook('preClose', async () => void (await drain(app, connections, { seconds: 60, quietMs })))
  const port = await listen(app)
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
  const waiting = connect(port, '127.0.0.1')
  waiting.write(ask('/held'))
  await begun.promise
  const idle = connect(port, '127.0.0.1')
  await expect.poll(() => connections.sockets.size).toBe(2)
  return { app, port, release: () => held.resolve('answered late'), ask, waiting, idle }
}

test('stopping answers what has begun, and what still comes on an open connection', async () => {
  const { app, port, release, ask, waiting, idle } = await stoppable(Infinity)
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  idle.write(ask('/'))
  expect(await text(idle)).toMatch(/^HTTP\/1.1 200 [^]*answered$/)
  release()
  expect(await text(waiting)).toMatch(/^HTTP\/1.1 200 [^]*answered late$/)
  await closed
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
})

test('stopping closes quiet connections, and no others', async () => {
  const { app, release, waiting, idle } = await stoppable(0)
  const closed = app.close()
  expect(await text(idle)).toBe('')
  release()
  expect(await text(waiting)).toMatch(/answered late$/)
  await closed
})
