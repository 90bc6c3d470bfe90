import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#domain/api/endpoint.ts'
import type { FieldProblem } from '#domain/errors.ts'
import type { KeyScope } from '#domain/permissions.ts'
import { asAgent } from '../http/callers/agent.ts'
import type { Actor } from '../http/callers/actor.ts'

/** A refusal of `/v1`, as a sentence that a model can pass on. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

type Shape = z.ZodObject
type Call<P extends Shape, Q extends Shape, B extends z.ZodType> = {
  params?: z.input<P>
  query?: z.input<Q>
  body?: z.input<B>
  /** The version that a change is for. */
  version?: number
}

/** Calls a declared endpoint of `/v1` within this server. @throws Refused */
export type Api = <P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  call?: Call<P, Q, B>,
) => Promise<z.output<R>>

/** The API for one request of an agent, who was let in as this actor. */
export function apiFor(app: FastifyInstance, request: FastifyRequest, actor: Actor): Api {
  return async (endpoint, { params, query, body, version } = {}) => {
    // The call begins where it is waited for, so that has to be within.
    const reply = await asAgent(
      actor,
      async () =>
        await app.inject({
          method: endpoint.method,
          url: urlOf(endpoint.path, params, query),
          remoteAddress: request.ip,
          headers: {
            authorization: request.headers.authorization ?? '',
            'user-agent': request.headers['user-agent'] ?? 'agent',
            ...(version !== undefined && { 'if-match': `"${version}"` }),
          },
          ...(body !== undefined && { payload: body as object }),
        }),
    )
    if (reply.statusCode >= 400) throw refusalOf(reply.json())
    return (reply.body ? reply.json() : undefined) as never
  }
}

function urlOf(path: string, params: object = {}, query: object = {}): string {
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

type Problem = { code: string; title: string; detail?: string; errors?: FieldProblem[]; needs_one_of?: KeyScope[] }

function refusalOf({ code, title, detail, errors, needs_one_of: scopes }: Problem): Refused {
  const fields = errors?.map(({ path, message }) => `${path}: ${message}`)
  const parts = [title, detail, fields?.join(' '), scopes && `It needs the scope ${scopes.join(' or ')}.`]
  return new Refused(code, parts.filter(Boolean).join(' '))
}
