import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { runApp } from '../measure/running-app.ts'

/*
 * Attacks a server from one address with connections that do nothing, or are slow, and with bodies that inflate, and
 * prints what a neighbor at another address notices. Linux only, where every address 127.x.x.x is this machine.
 */
const { connections } = parseArgs({ options: { connections: { type: 'string', default: '5000' } } }).values
const count = Number(connections)
const neighbor = '127.0.0.2'

const app = await runApp()
const port = Number(new URL(app.url).port)
try {
  const { token } = await app.makeOwner()
  await flood('idle connections', count, () => {})
  await flood('slow headers', 500, (socket) => trickle(socket, 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n'))
  await flood('slow bodies', 500, (socket) =>
    trickle(socket, 'POST /v1/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n', 'x'),
  )
  await inflate(token)
} finally {
  await app.stop()
}

/** Opens many connections, and waits until the server has ended the last one. */
async function flood(what: string, many: number, act: (socket: Socket) => void): Promise<void> {
  const startedAt = performance.now()
  const ended: Promise<void>[] = []
  for (let i = 0; i < many; i++) {
    const socket = connect({ port, host: '127.0.0.1' }).resume()
    socket.on('error', () => {}).once('connect', () => act(socket))
    ended.push(new Promise((resolve) => socket.once('close', () => resolve())))
    // More at once than the system lets wait would only be slow to connect.
    if (i % 200 === 199) await wait(20)
  }
  let slowest = 0
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      slowest = Math.max(slowest, await ask())
      await wait(100)
    }
  })()
  await Promise.all(ended)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  over.abort()
  await watching
  console.log(`${what}: ${many} ended within ${seconds} s, a neighbor waited at most ${slowest.toFixed(0)} ms`)
}

function trickle(socket: Socket, start: string, more: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write(more), 1000)
  socket.once('close', () => clearInterval(timer))
}

/** How many milliseconds the neighbor waits for an answer. */
async function ask(): Promise<number> {
  const startedAt = performance.now()
  const [reply] = await once(request({ port, path: '/healthz', localAddress: neighbor }).end(), 'response')
  await once(reply.resume(), 'end')
  return performance.now() - startedAt
}

/** Sends 40 bodies of 31 kB at once that would become 32 MB each. */
async function inflate(token: string): Promise<void> {
  const body = gzipSync(`{"vehicles":[${' '.repeat(31 * 2 ** 20)}]}`)
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const reply = await fetch(`${app.url}/v1/optimize`, { method: 'POST', headers, body })
      await reply.arrayBuffer()
      return reply.status
    }),
  )
  clearInterval(timer)
  const megabytes = Math.round((most - before) / 2 ** 20)
  console.log(`inflating bodies: answered ${[...new Set(statuses)].join(', ')}, ${megabytes} MB more memory`)
}
