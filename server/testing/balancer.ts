import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How often nodes are asked whether they are ready, and how long they may think about it. */
const usualAskEveryMs = 250
const answerWithinMs = 5000

/** What a balancer has done so far. */
export type BalancerCounts = {
  /** Requests and sockets that each node got, by its port. */
  passed: Record<number, number>
  /** How often a node refused a connection, and another one was tried. */
  refused: number
  /** How often a node broke off after a request was sent to it. Nobody else is asked then: it may have been done. */
  cut: number
  /** How often no node was ready. */
  nobody: number
}

/** Where requests go, and the one place that clients know. */
export type Balancer = {
  url: string
  port: number
  counts: BalancerCounts
  /** The ports of the nodes that get requests. */
  ready(): number[]
  /** Resolves when so many nodes get requests. */
  untilReady(count: number): Promise<void>
  close(): Promise<void>
}

type Upstream = { port: number; isReady: boolean; agent: Agent; sockets: number }

/**
 * A balancer for tests and benchmarks, as plain as one may be: each request goes to the next node that is ready, and each
 * socket to the one that has the fewest, whoever sends it. It asks every node at `/readyz`, and takes it out when it says no
 * or refuses a connection. Another node is tried only when nothing was sent to the first, because it refused the connection.
 * @param ports the nodes, on this machine; they need not run yet
 */
export async function openBalancer(
  ports: readonly number[],
  { port = 0, askEveryMs = usualAskEveryMs }: { port?: number; askEveryMs?: number } = {},
): Promise<Balancer> {
  const upstreams = ports.map((each): Upstream => ({
    port: each,
    isReady: false,
    agent: new Agent({ keepAlive: true, maxFreeSockets: 64 }),
    sockets: 0,
  }))
  const passed: Record<number, number> = Object.fromEntries(ports.map((each) => [each, 0]))
  const counts: BalancerCounts = { passed, refused: 0, cut: 0, nobody: 0 }
  const open = new Set<Socket>()
  let turn = 0
  const closing = new AbortController()

  /** All nodes, from the one whose turn it is. */
  function inTurn(): Upstream[] {
    const first = turn++ % upstreams.length
    return [...upstreams.slice(first), ...upstreams.slice(0, first)]
  }

  /** Each node once, if it is still ready when the ones before it have been tried. */
  function* readyOf(order: Upstream[]): Generator<Upstream> {
    for (const upstream of order) if (upstream.isReady) yield upstream
  }

  async function watch(upstream: Upstream): Promise<void> {
    while (!closing.signal.aborted) {
      upstream.isReady = await isReady(upstream.port)
      await delay(askEveryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    incoming.on('error', () => {})
    tryNext(readyOf(inTurn()), incoming, outgoing)
  }

  function tryNext(left: Generator<Upstream>, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { value: upstream } = left.next() as { value: Upstream | undefined }
    if (!upstream) {
      counts.nobody++
      return refuse(outgoing, 503, 'No server is ready.')
    }
    let isSent = false
    const sending = request({
      host: '127.0.0.1',
      port: upstream.port,
      agent: upstream.agent,
      method: incoming.method,
      path: incoming.url,
      headers: forwarded(incoming),
    })
    const begin = () => {
      isSent = true
      counts.passed[upstream.port]!++
      incoming.pipe(sending)
    }
    sending.once('socket', (socket) => (socket.connecting ? socket.once('connect', begin) : begin()))
    sending.once('response', (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(outgoing)
      reply.once('error', () => outgoing.destroy())
    })
    sending.once('error', () => {
      if (!isSent) {
        upstream.isReady = false
        counts.refused++
        return tryNext(left, incoming, outgoing)
      }
      counts.cut++
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(outgoing, 502, 'The server broke off.')
    })
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) sending.destroy()
    })
  }

  function passSocket(incoming: IncomingMessage, client: Socket, head: Buffer): void {
    client.on('error', () => client.destroy())
    const order = inTurn().toSorted((a, b) => a.sockets - b.sockets)
    tryNextSocket(readyOf(order), incoming, client, head)
  }

  function tryNextSocket(left: Generator<Upstream>, incoming: IncomingMessage, client: Socket, head: Buffer): void {
    const { value: upstream } = left.next() as { value: Upstream | undefined }
    if (!upstream) {
      counts.nobody++
      return void client.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    }
    let isConnected = false
    // Counted from now on: many may come before the first is connected.
    upstream.sockets++
    const node = connect({ port: upstream.port, host: '127.0.0.1', noDelay: true })
    node.once('connect', () => {
      isConnected = true
      counts.passed[upstream.port]!++
      const lines = Object.entries(forwarded(incoming)).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      node.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
      if (head.length) node.write(head)
      node.pipe(client)
      client.pipe(node)
    })
    node.once('error', () => {
      if (isConnected) return void client.destroy()
      upstream.isReady = false
      counts.refused++
      tryNextSocket(left, incoming, client, head)
    })
    node.once('close', () => {
      upstream.sockets--
      if (isConnected) client.destroy()
    })
    client.once('close', () => node.destroy())
  }

  const server = createServer({ keepAliveTimeout: 72_000, requestTimeout: 0 }, pass)
  server.on('upgrade', passSocket)
  server.on('connection', (socket) => {
    socket.setNoDelay(true)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const watching = upstreams.map(watch)
  const ready = () => upstreams.filter(({ isReady }) => isReady).map((each) => each.port)
  const at = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${at}`,
    port: at,
    counts,
    ready,
    async untilReady(count) {
      while (ready().length !== count) await delay(20)
    },
    async close() {
      closing.abort()
      server.close()
      for (const socket of open) socket.destroy()
      for (const { agent } of upstreams) agent.destroy()
      await Promise.all(watching)
    },
  }
}

/** Headers as they came, and who sent them. Node spells names in lower case. */
const forwarded = ({ headers, socket }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].flat().filter(Boolean).join(', '),
})

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  const body = JSON.stringify({ code: 'unavailable', message })
  const headers = { 'content-type': 'application/json', 'retry-after': '1', 'content-length': Buffer.byteLength(body) }
  outgoing.writeHead(status, headers).end(body)
}

async function isReady(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) })
    await reply.arrayBuffer()
    return reply.status === 200
  } catch {
    return false
  }
}
