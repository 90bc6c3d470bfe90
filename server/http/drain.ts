import { Server } from 'node:net'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Connections } from './connections.ts'

/** A connection without a request for this long can be closed: a request on it is hardly on its way at this moment. */
const usuallyQuietMs = 2000
const lookEveryMs = 50
/** A turn of the event loop that is shorter did nothing but look whether somebody waits. */
const idleTurnMs = 0.2
const mostTurns = 5000

/**
 * Ends all connections without cutting off a request: takes in who waits at the door, closes it, answers, and closes each
 * connection once it is quiet. What is not done after `seconds` is cut off.
 * @returns how many connections were cut off
 */
export async function drain(
  app: FastifyInstance,
  { sockets }: Connections,
  { seconds, quietMs = usuallyQuietMs }: { seconds: number; quietMs?: number },
): Promise<number> {
  if (!app.server.listening) return 0
  const until = performance.now() + seconds * 1000
  await untilNobodyWaits(app.server)
  // The HTTP server's own `close` would end idle connections at once, and with them a request that just arrives.
  Server.prototype.close.call(app.server)
  while (sockets.size && performance.now() < until) {
    const quiet = performance.now() - quietMs
    // What has arrived by now is read first, even if the event loop was busy for long.
    await turn()
    for (const [socket, { requests, idleSince }] of sockets) if (!requests && idleSince <= quiet) socket.destroySoon()
    await delay(lookEveryMs)
  }
  const left = sockets.size
  for (const socket of sockets.keys()) socket.destroy()
  return left
}

/** The system resets whoever is connected but not yet taken in when the door closes. So wait for a moment without any. */
async function untilNobodyWaits(server: Server): Promise<void> {
  let takenIn = 0
  const count = () => takenIn++
  server.on('connection', count)
  // To the end of the turn that is under way.
  await turn()
  for (let turns = 0, quiet = 0; turns < mostTurns && quiet < 2; turns++) {
    const [before, startedAt] = [takenIn, performance.now()]
    await turn()
    if (takenIn === before && performance.now() - startedAt < idleTurnMs) quiet++
    else quiet = 0
  }
  server.off('connection', count)
}
