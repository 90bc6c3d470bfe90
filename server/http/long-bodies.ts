import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body that may take long must bring at least this much in this time. */
const leastBytes = 8 * 1024
const withinMs = 30_000
/** How long the rest of a refused body may come, so that its sender reads the answer before the connection ends. */
const restWithinMs = 10_000

const long = new WeakSet<Socket>()

/** Whether this only says that a request takes long, of one that may. */
export const isLongBody = ({ code }: Error & { code?: string }, socket: Socket): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.has(socket)

/**
 * Lets the body of a request take longer than others, as files do, as long as it keeps coming. What is left of it once
 * the request has been answered is thrown away.
 */
export function keepReading(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  const { socket } = raw
  if (!socket) return
  long.add(socket)
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    const slow = socket.bytesRead - seen < leastBytes
    seen = socket.bytesRead
    // If something waits to be read, it is the server that is slow.
    if (slow && !raw.complete && raw.readableLength === 0) raw.destroy()
  }, withinMs).unref()
  raw.once('end', () => clearInterval(timer))
  reply.raw.once('close', () => {
    clearInterval(timer)
    long.delete(socket)
  })
  reply.raw.once('finish', () => {
    if (raw.readableEnded || raw.destroyed) return
    raw.unpipe()
    raw.resume()
    const end = setTimeout(() => raw.destroy(), restWithinMs).unref()
    raw.once('end', () => clearTimeout(end))
  })
}
