import { Transform, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { BodyRoom } from './body-room.ts'

/** Bodies that announce less than this are not counted: there is room for one on every connection. */
const smallBytes = 64 * 1024
/** Text shrinks to a twentieth at best. A body that shrinks more than this, once it is larger than that, is a trap. */
const mostInflation = 100
const inflatedFreely = 256 * 1024

type Payload = Readable & { receivedEncodedLength?: number }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body goes to its place piece by piece and is never in memory as a whole, so it takes no room there. */
    streams?: true
  }
}

/** Counts bodies as they arrive and as large as they become when inflated. Register it after what inflates them. */
export function registerBodies(app: FastifyInstance, room: BodyRoom): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.streams) return
    const count = async (request: FastifyRequest, reply: FastifyReply, payload: Payload) =>
      isSmall(request) ? payload : counted(payload, reply, (bytes) => room.grow(request, reply, bytes))
    route.preParsing = [route.preParsing ?? [], count].flat()
  })
}

/** Many clients say that they send JSON where they send nothing. That is no body, and nothing has to be read. */
export async function skipEmptyBody({ raw: { headers } }: FastifyRequest): Promise<void> {
  const length = headers['content-length']
  if (length === '0' || (!length && !headers['transfer-encoding'])) delete headers['content-type']
}

function isSmall({ headers }: FastifyRequest): boolean {
  if (headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= smallBytes
}

/** The same bytes, as long as `grow` does not throw and they are not suspiciously many. */
function counted(payload: Payload, reply: FastifyReply, grow: (bytes: number) => void): Readable {
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        bytes += chunk.length
        grow(chunk.length)
        const arrived = payload.receivedEncodedLength ?? bytes
        if (bytes > inflatedFreely && bytes > arrived * mostInflation) {
          throw new AppError('too_large', { detail: `It inflates to more than ${mostInflation} times its size.` })
        }
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  // Fastify compares this with the announced length.
  Object.defineProperty(counter, 'receivedEncodedLength', { get: () => payload.receivedEncodedLength })
  // Not `pipeline`: it would end the connection on a refusal, before the refusal could be sent.
  payload.on('error', (error) => counter.destroy(error))
  // Some requests are answered without their body being read. Then nobody else hears of its errors.
  counter.on('error', () => {})
  // Nothing more is inflated for a caller who has been answered.
  reply.raw.once('close', () => counter.destroy())
  return payload.pipe(counter)
}
