import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { isForPersons, type Endpoint } from '#domain/api/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import { inAuthScope, type Trx } from '../db/connect.ts'
import { again } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import { isApiKey } from './api-key.ts'
import { readToken } from './auth.ts'
import { originOf } from './origin.ts'
import { enterPerson, type Person } from './person.ts'
import { readInput } from './read-input.ts'

type Shape = z.ZodObject

/** What a handler gets: checked input, who calls, and the one transaction that the whole call is. */
export type PersonCall<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B>; person: Person; trx: Trx; deps: Deps }
    : never

/**
 * Serves one declared endpoint to people as such: its transaction sees the sign-in service's tables and no workspace,
 * until the handler enters one. Like `mount`, for what belongs to a person and not to a business.
 * @param headers of a successful reply
 */
export function mountPerson<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (
    call: PersonCall<Endpoint<P, Q, B, R>>,
  ) => Promise<z.input<R> | (z.input<R> extends undefined ? void : never)>,
  headers: () => Record<string, string> = () => ({}),
): void {
  const { may } = endpoint
  if (!isForPersons(may)) throw new Error(`${endpoint.id} is not for people as such`)

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = readToken(request)
      if (isApiKey(token)) throw new AppError('not_for_api_keys')
      const claims = await deps.verifyToken(token)
      const transaction = async (trx: Trx) => {
        const person = await enterPerson(trx, claims, { may, origin: originOf(request), now: deps.now() })
        const input = readInput(endpoint, request)
        const body = await handle({ ...input, person, trx, deps } as unknown as PersonCall<Endpoint<P, Q, B, R>>)
        return deps.checkReplies ? endpoint.reply.parse(body) : body
      }
      const body = await again(() => inAuthScope(deps.db, transaction))
      reply.status(endpoint.status).headers(headers())
      return body ?? null
    },
  })
}
