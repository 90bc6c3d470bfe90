import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { inSiteScope, type Trx } from '../db/connect.ts'
import { again } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import { onceForGuest } from './guest-idempotency.ts'
import { readInput } from './read-input.ts'

type Shape = z.ZodObject

/** What a guest's handler gets: checked input, where the call comes from, and the transaction that the call is. */
export type PublicCall<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B>; address: string; trx: Trx; deps: Deps }
    : never

/**
 * Serves one declared endpoint to anybody: checks the input, opens a transaction that sees what guests send and no
 * workspace, honors `Idempotency-Key`, commits, replies. Like `mount`, for those who are nobody's members.
 * @param proof fields of the body that differ between two attempts at the same thing
 */
export function mountPublic<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: PublicCall<Endpoint<P, Q, B, R>>) => Promise<z.input<R>>,
  proof: string[] = [],
): void {
  if (endpoint.may !== 'anybody') throw new Error(`${endpoint.id} is not for anybody`)

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const input = readInput(endpoint, request)
      const transaction = async (trx: Trx) => {
        const call = { ...input, address: request.ip, trx, deps }
        const answer = async () => {
          const body = await handle(call as unknown as PublicCall<Endpoint<P, Q, B, R>>)
          return { status: endpoint.status, body: deps.checkReplies ? endpoint.reply.parse(body) : body }
        }
        const key = endpoint.idempotent ? request.headers['idempotency-key'] : undefined
        return key ? await onceForGuest(trx, { endpoint, key, input, proof }, reply, answer) : await answer()
      }
      const { status, body } = await again(() => inSiteScope(deps.db, transaction))
      reply.status(status)
      return body ?? null
    },
  })
}
