import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#domain/api/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Trx } from '../db/connect.ts'
import { again } from '../db/passing.ts'
import { admitTo } from './admit.ts'
import type { Actor } from './auth.ts'
import { once } from './idempotency.ts'
import { readInput } from './read-input.ts'
import { sendWritten, WrittenJson } from './written-json.ts'

type Shape = z.ZodObject

/** What a handler gets: checked input, who calls, and the one transaction that the whole call is. */
export type Call<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B>; actor: Actor; trx: Trx; deps: Deps }
    : never

/**
 * Serves one declared endpoint to members and API keys: reads the token, opens the transaction of the caller's
 * workspace, checks permission and input, honors `Idempotency-Key`, commits, replies. A handler must not wait for the
 * outside world: it adds a task instead.
 */
export function mount<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<Endpoint<P, Q, B, R>>) => Promise<z.input<R> | WrittenJson>,
): void {
  const admit = admitTo(deps, endpoint)

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const enter = await admit(request, reply)
      const transaction = async (trx: Trx) => {
        const actor = await enter(trx)
        const input = readInput(endpoint, request)
        const answer = async () => {
          const body = await handle({ ...input, actor, trx, deps } as unknown as Call<Endpoint<P, Q, B, R>>)
          if (body instanceof WrittenJson) return { status: endpoint.status, body }
          return { status: endpoint.status, body: deps.checkReplies ? endpoint.reply.parse(body) : body }
        }
        const key = endpoint.idempotent ? request.headers['idempotency-key'] : undefined
        const { status, body } = key
          ? await once(trx, { endpoint, actor, key, request }, reply, answer)
          : await answer()
        reply.status(status)
        return body ?? null
      }
      const body = await again(() => deps.db.transaction().execute(transaction))
      return body instanceof WrittenJson ? sendWritten(reply, body, deps.checkReplies && endpoint.reply) : body
    },
  })
}
