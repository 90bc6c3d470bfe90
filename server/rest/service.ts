import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { catalogueOf } from '../db/api/read-catalogue.ts'
import type { Deps } from '../deps.ts'
import { registerCors } from '../http/cors.ts'
import { registerBodies } from './call/body.ts'
import { callFunction } from './call/call.ts'
import { RestError } from './protocol/errors.ts'
import { registerFailures } from './protocol/failures.ts'
import { describeApi } from './describe.ts'
import { readView } from './read.ts'
import { writeView } from './write/write.ts'
import type { Writers } from './write/writer.ts'

/** The data API under `/rest/v1`. The official client speaks to it, and to PostgREST in the same way. */
export async function registerRest(app: FastifyInstance, deps: Deps, writers: Writers): Promise<void> {
  await app.register(async (rest) => registerService(rest, deps, writers), { prefix: '/rest/v1' })
}

type Handle = (deps: Deps, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function registerService(rest: FastifyInstance, deps: Deps, writers: Writers): void {
  // Read before the first request, which else would wait for it.
  rest.addHook('onListen', async () => void (await catalogueOf(deps.db)))
  registerFailures(rest, deps.now)
  registerCors(rest)
  registerBodies(rest)
  const serve = (method: string[], url: string, handle: Handle) =>
    rest.route({ method, url, handler: (request, reply) => handle(deps, request, reply) })
  serve(['GET', 'HEAD'], '/', (_deps, request, reply) => describeApi(deps, writers, request, reply))
  serve(['GET', 'HEAD'], '/:relation', readView)
  serve(['GET', 'HEAD', 'POST'], '/rpc/:name', callFunction)
  serve(['PUT', 'PATCH', 'DELETE'], '/rpc/:name', async (_deps, { method }) => {
    throw new RestError('PGRST101', `Cannot use the ${method} method on RPC`)
  })
  serve(['POST', 'PUT', 'PATCH', 'DELETE'], '/:relation', (_deps, request, reply) =>
    writeView(deps, writers, request, reply),
  )
  serve(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], '/*', async () => {
    throw new RestError('PGRST125', 'Invalid path specified in request URL')
  })
}
