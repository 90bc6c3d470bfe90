import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { again } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import { admitTo } from './admit.ts'
import type { Actor } from './auth.ts'
import type { BodyRoom } from './body-room.ts'
import { readInput } from './read-input.ts'

type Shape = z.ZodObject

/** What a handler gets: checked path and query, who calls, and the request itself with whatever body it has. */
export type WaitingCall<E> =
  E extends Endpoint<infer P, infer Q, z.ZodType, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; actor: Actor; request: FastifyRequest; reply: FastifyReply }
    : never

/**
 * Serves one declared endpoint whose answer takes longer than a transaction may be open. Who calls is settled before
 * the body is read; the handler opens its own transactions and waits between them. The body comes as bytes, unread,
 * where there is room for it.
 */
export function mountWaiting<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: WaitingCall<Endpoint<P, Q, B, R>>) => Promise<FastifyReply>,
  room?: BodyRoom,
): void {
  const admit = admitTo(deps, endpoint)
  const actors = new WeakMap<FastifyRequest, Actor>()
  const unread = { ...endpoint, body: room ? z.unknown() : endpoint.body }

  void app.register(async (scope) => {
    if (room)
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(room && { bodyLimit: room.most }),
      onRequest: async (request, reply) => {
        const enter = await admit(request, reply)
        const actor = await again(() => deps.db.transaction().execute(enter))
        actors.set(request, actor)
        room?.enter(request, reply, actor.workspaceId)
      },
      handler: async (request, reply) => {
        const { params, query } = readInput(unread as Endpoint, request)
        const call = { params, query, actor: actors.get(request)!, request, reply }
        return handle(call as unknown as WaitingCall<Endpoint<P, Q, B, R>>)
      },
    })
  })
}
