import type { FastifyReply, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import type { Deps } from '../deps.ts'
import { openCall } from './context.ts'
import { descriptionOf } from './openapi.ts'
import { mayWrite, methodsOf, writerOf, type Writer, type Writers } from './write/writer.ts'
import type { WireActor } from '../http/callers/wire.ts'
import { contentTypeOf, parseAccept } from './parse/accept.ts'

/** Answers the root: what the caller may read, write and call, as OpenAPI 2.0. */
export async function describeApi(deps: Deps, writers: Writers, request: FastifyRequest, reply: FastifyReply) {
  const call = await openCall(deps, request, reply)
  const format = parseAccept(request.headers.accept, ['openapi', 'json'])
  const description = await call.inTransaction('read only', async (_trx, reader) =>
    descriptionOf(
      call.catalogue,
      { ...reader, methods: (view) => writeMethods(writerOf(writers, view), reader.actor) },
      { publicUrl: deps.config.publicUrl, version: packageJson.version },
    ),
  )
  return reply.type(contentTypeOf({ ...format, kind: 'openapi' })).send(JSON.stringify(description))
}

/** The methods by which the caller may write. */
function writeMethods(writer: Writer | undefined, actor: WireActor) {
  if (!writer || !mayWrite(writer, actor)) return []
  const can = methodsOf(writer)
  return (Object.keys(can) as (keyof typeof can)[]).filter((method) => can[method])
}
