import type { FastifyReply, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import type { Deps } from '../deps.ts'
import { openCall } from './context.ts'
import { descriptionOf } from './openapi.ts'
import { contentTypeOf, parseAccept } from './parse/accept.ts'

/** Answers the root: what the caller may read and call, as OpenAPI 2.0. */
export async function describeApi(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const call = await openCall(deps, request, reply)
  const format = parseAccept(request.headers.accept, ['openapi', 'json'])
  const description = await call.inTransaction('read only', async (_trx, reader) =>
    descriptionOf(call.catalogue, reader, { publicUrl: deps.config.publicUrl, version: packageJson.version }),
  )
  return reply.type(contentTypeOf({ ...format, kind: 'openapi' })).send(JSON.stringify(description))
}
