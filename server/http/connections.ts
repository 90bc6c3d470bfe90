import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { networkOf } from './limiters.ts'

/** How long a connection may take for each thing. Sockets of other protocols, after an upgrade, have limits of their own. */
export const patience = {
  /** A whole request, with its body. */
  requestTimeout: 30_000,
  /** Idle between two requests. Longer than a minute, after which proxies usually close: whoever is second meets a closed door. */
  keepAliveTimeout: 72_000,
  /** Without a byte in either direction. Longer than any reply takes to come. */
  connectionTimeout: 60_000,
  // Requests that arrive while the server stops are still answered.
  return503OnClosing: false,
  http: {
    /** From the beginning of a connection or request to the end of its headers. */
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    /** How often the limits above are checked. */
    connectionsCheckingInterval: 1_000,
  },
} satisfies FastifyServerOptions & { http: object }

/** A reply that is complete on our side must be fetched in this time, because it takes memory until then. */
const fetchWithinMs = 300_000

/** The database, files and threads need some of the descriptors, too. */
export const connectionsWithin = (descriptors: number, wanted: number) =>
  Math.min(wanted, Math.max(10, Math.floor(descriptors * 0.8) - 100))

type Limits = {
  total: number
  perAddress: number
  /** Connections then come from proxies, and the limit for an address counts its requests at the same time. */
  behindProxies: boolean
}

/** What is known about the connections. */
export type Connections = {
  sockets: Map<Socket, Use>
  /** How many connections and requests were refused because there were too many. */
  refused(): number
}
/** How many requests of a connection are being answered, and since when there is none. */
export type Use = { requests: number; idleSince: number }

/** Keeps any address, and all of them together, from taking every connection. */
export function watchConnections(app: FastifyInstance, { total, perAddress, behindProxies }: Limits): Connections {
  const sockets: Connections['sockets'] = new Map()
  const taken = new Map<string, number>()
  let refused = 0

  /** Counts one more for an address until `end` is closed; false if that would be too many. */
  const take = (address: string, end: Socket | ServerResponse) => {
    const network = networkOf(address)
    const count = taken.get(network) ?? 0
    if (count >= perAddress) {
      refused++
      return false
    }
    taken.set(network, count + 1)
    end.once('close', () => {
      const left = taken.get(network)! - 1
      if (left) taken.set(network, left)
      else taken.delete(network)
    })
    return true
  }

  app.server.maxConnections = total
  app.server.on('drop', () => refused++)
  app.server.on('connection', (socket: Socket) => {
    if (!behindProxies && !take(socket.remoteAddress ?? '', socket)) socket.destroy()
  })
  // With HTTPS, requests come on another socket than the one that connected.
  app.server.on(app.server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (socket.destroyed) return
    sockets.set(socket, { requests: 0, idleSince: performance.now() })
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onRequest', async (request, reply) => {
    if (behindProxies && !take(request.ip, reply.raw)) {
      throw new AppError('rate_limited', { retry_after_seconds: 1 })
    }
    const use = sockets.get(request.raw.socket)
    if (use) use.requests++
    reply.raw.once('prefinish', () => fetchSoon(reply.raw))
    reply.raw.once('close', () => {
      if (use) Object.assign(use, { requests: use.requests - 1, idleSince: performance.now() })
    })
  })
  return { sockets, refused: () => refused }
}

function fetchSoon(response: ServerResponse): void {
  const { socket } = response
  if (!socket?.writableLength) return
  const timer = setTimeout(() => socket.destroy(), fetchWithinMs).unref()
  response.once('close', () => clearTimeout(timer))
}
