import type { IncomingMessage } from 'node:http'
import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { addressOf } from '../http/callers/api-key.ts'
import type { Limiter } from '../http/rate-limit.ts'
import { Connection } from './connection.ts'
import type { RealtimeContext } from './context.ts'
import { HttpRefusal } from './errors.ts'
import type { Version } from './frames/read.ts'
import { maxFrameBytes } from './settings.ts'

/** Only these requests become sockets. What else asks for another protocol is answered as if it had not. */
export const isHandshake = ({ headers, url, method }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  /^\/realtime\/v1\/websocket(\?|$)/.test(url ?? '')

/** The first bytes of a socket, by its request, until the handshake is through. */
const arriving = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()

/**
 * Serves the handshake as a route, so that it is counted, limited, logged and refused like every other request. Any page
 * may connect, whatever its origin: no cookie counts here, only the key that the client itself sends.
 * @returns the open sockets
 */
export function registerHandshake(
  service: FastifyInstance,
  app: FastifyInstance,
  context: RealtimeContext,
  limiter: Limiter,
): Set<Connection> {
  const connections = new Set<Connection>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
  })
  server.on('wsClientError', (error, socket) => {
    socket.end(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${JSON.stringify({ error: error.message })}`,
    )
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    arriving.set(request, { socket, head })
    route(app, request, socket)
  })

  service.get('/websocket', { config: { limit: false } }, async (request, reply) => {
    await limiter.count('sockets', request, reply)
    const arrived = arriving.get(request.raw)
    if (!arrived) throw new HttpRefusal(426, { error: 'This address speaks WebSocket only' })
    if (context.isStopping()) throw new HttpRefusal(503, { error: 'Realtime is restarting, please standby' })
    if (connections.size >= context.settings.sockets) throw new HttpRefusal(429, { error: 'Too many connected users' })
    const { version, key, workspaceId } = readQuery(request)
    const address = addressOf(request)
    const credential = await context.readCredential(key, address)
    const { socket, head } = arrived
    reply.hijack()
    // Sockets have no limit on being silent: their own heartbeat counts.
    socket.setTimeout(0)
    socket.setNoDelay(true)
    // From here on the connection is no longer a request, but it counts as one until it closes.
    socket.once('close', () => reply.raw.emit('close'))
    server.handleUpgrade(request.raw, socket, head, (ws) => {
      const connection = new Connection(context, { ws, socket, version, credential, workspaceId, address })
      connections.add(connection)
      ws.once('close', () => connections.delete(connection))
    })
    return reply
  })
  return connections
}

/** Passes a request for a socket to its route. A refusal ends the connection: nothing reads further requests from it. */
function route(app: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  socket.on('error', () => socket.destroy())
  response.assignSocket(socket)
  response.once('finish', () => socket.end())
  app.routing(request, response)
}

type Query = { version: Version; key: string; workspaceId: string | undefined }

function readQuery(request: FastifyRequest): Query {
  const { vsn = '1.0.0', apikey, 'karta-workspace': workspace } = request.query as Record<string, unknown>
  if (vsn !== '1.0.0' && vsn !== '2.0.0') throw new HttpRefusal(400, { error: 'vsn must be 1.0.0 or 2.0.0' })
  const key = request.headers['x-api-key'] ?? apikey
  if (typeof key !== 'string' || key === '') throw new HttpRefusal(401, { error: 'MissingAPIKey: apikey is required' })
  const named = z.uuid().optional().safeParse(workspace)
  if (!named.success) throw new HttpRefusal(400, { error: 'karta-workspace must be the ID of a workspace' })
  return { version: vsn, key, workspaceId: named.data }
}
