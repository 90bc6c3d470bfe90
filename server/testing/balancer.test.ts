import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { openBalancer } from './balancer.ts'
import { openForwarder } from './forwarder.ts'
import { freePort } from './server-process.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A server that says who it is and what it got, and that is ready or not. */
async function openNode(name: string, answer?: RequestListener) {
  const state = { isReady: true, calls: 0 }
  const server = createServer(async (request, reply) => {
    if (request.url === '/readyz') return reply.writeHead(state.isReady ? 200 : 503).end()
    state.calls++
    if (answer) return answer(request, reply)
    return reply.end(`${name} ${await text(request)}`)
  })
  const upgraded: Duplex[] = []
  server.on('upgrade', (_, socket, head) => {
    upgraded.push(socket)
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n${name}:${String(head)}`,
    )
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of upgraded) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
  closing.push(close)
  return { port: (server.address() as AddressInfo).port, state, close }
}

async function balance(ports: number[], askEveryMs = 10) {
  const balancer = await openBalancer(ports, { askEveryMs })
  closing.push(balancer.close)
  return balancer
}

const post = async (url: string, body: string) => {
  const reply = await fetch(url, { method: 'POST', body })
  return { status: reply.status, text: await reply.text() }
}

test('each request goes to the next node, with its body, and none to a node that is not ready', async () => {
  const [one, other] = [await openNode('one'), await openNode('other')]
  const balancer = await balance([one.port, other.port])
  await balancer.untilReady(2)
  const bodies = await Promise.all(['a', 'b', 'c', 'd'].map((body) => post(balancer.url, body)))
  expect(bodies.map((reply) => reply.text).toSorted()).toEqual(['one a', 'one c', 'other b', 'other d'])
  one.state.isReady = false
  await balancer.untilReady(1)
  expect((await post(balancer.url, 'e')).text).toBe('other e')
  expect((await post(balancer.url, 'f')).text).toBe('other f')
})

test('a refused connection is tried at the next node with the whole body, and a request that was sent never', async () => {
  const breaks = await openNode('breaks', (request) => request.socket.destroy())
  const [gone, well] = [await openNode('gone'), await openNode('well')]
  // So seldom that only connections say who is gone.
  const balancer = await balance([gone.port, well.port], 60_000)
  await balancer.untilReady(2)
  gone.close()
  const large = 'x'.repeat(300_000)
  expect(await post(balancer.url, large)).toEqual({ status: 200, text: `well ${large}` })
  expect(balancer.counts).toMatchObject({ refused: 1, cut: 0 })

  const behind = await balance([breaks.port, well.port])
  await behind.untilReady(2)
  const calls = well.state.calls
  const replies = [await post(behind.url, 'a'), await post(behind.url, 'b')]
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 502])
  expect([breaks.state.calls, well.state.calls - calls]).toEqual([1, 1])
})

test('without a node, it says so', async () => {
  const balancer = await balance([await freePort()])
  expect(await post(balancer.url, 'a')).toMatchObject({ status: 503 })
  expect(balancer.counts.nobody).toBe(1)
})

/** A socket that says hello before it is open, and who answered. */
async function upgrade(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\nhello')
  let heard = ''
  socket.on('data', (part: string) => (heard += part))
  await expect.poll(() => heard).toMatch(/ 101 [^]*:hello$/)
  return { socket, node: /(\w+):hello$/.exec(heard)![1] }
}

test('sockets go to any node, with what was sent at once, and end with it', async () => {
  const [gone, node] = [await openNode('gone'), await openNode('node')]
  const balancer = await balance([gone.port, node.port], 60_000)
  await balancer.untilReady(2)
  gone.close()
  const opened = await upgrade(balancer.port)
  expect(opened.node).toBe('node')
  const ended = once(opened.socket, 'close')
  node.close()
  await ended
})

test('each socket goes to the node that has the fewest', async () => {
  const [one, other] = [await openNode('one'), await openNode('other')]
  const balancer = await balance([one.port, other.port])
  other.state.isReady = false
  await balancer.untilReady(1)
  const opened = [await upgrade(balancer.port), await upgrade(balancer.port)]
  other.state.isReady = true
  await balancer.untilReady(2)
  for (let i = 0; i < 4; i++) opened.push(await upgrade(balancer.port))
  const byNode = opened.map(({ node }) => node)
  expect(byNode.slice(0, 4)).toEqual(['one', 'one', 'other', 'other'])
  expect(byNode.slice(4).toSorted()).toEqual(['one', 'other'])
  for (const { socket } of opened) socket.destroy()
})

test('a forwarder passes everything on, drops it while it is cut, and passes again', async () => {
  const server = createTcpServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const forwarder = await openForwarder(`postgres://karta:secret@127.0.0.1:${port}/karta`)
  closing.push(forwarder.close)
  const through = new URL(forwarder.url)
  expect([through.username, through.password, through.pathname]).toEqual(['karta', 'secret', '/karta'])
  const open = async () => {
    const socket = connect(Number(through.port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const echo = async (said: string) => {
    const socket = await open()
    const heard = once(socket, 'data')
    socket.write(said)
    return { socket, heard: String(await heard) }
  }
  const first = await echo('one')
  expect(first.heard).toBe('one')
  const ended = once(first.socket, 'close')
  forwarder.cut()
  await ended
  await once(await open(), 'close')
  forwarder.mend()
  const last = await echo('two')
  expect(last.heard).toBe('two')
  last.socket.destroy()
})
