import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { Deps } from '../deps.ts'
import { requireAction } from '../http/callers/actor.ts'
import { admitWire, inWire, type Admission, type WireActor, type WorkspaceActor } from '../http/callers/wire.ts'
import { registerCors } from '../http/cors.ts'
import type { FunctionCall, KartaFunction } from './function.ts'
import { readBody } from './read-body.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Functions under `/functions/v1/{name}`. The official client calls them with `functions.invoke`. */
export async function registerFunctions(app: FastifyInstance, deps: Deps, functions: KartaFunction[]): Promise<void> {
  await app.register(async (scope) => registerService(scope, deps, functions), { prefix: '/functions/v1' })
}

function registerService(scope: FastifyInstance, deps: Deps, functions: KartaFunction[]): void {
  registerCors(scope)
  // The header tells the client that the function itself did not answer. The app's handler writes the rest.
  scope.setErrorHandler((error, _request, reply) => {
    if (isOfThePlatform(error)) reply.header('x-relay-error', 'true')
    throw error
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  for (const each of functions) serve(scope, deps, each)
  const unknown = async () => {
    throw new AppError('function_not_found')
  }
  for (const url of ['/', '/*']) scope.route({ method: methods, url, handler: unknown })
}

const platformCodes: ErrorCode[] = ['function_not_found', 'function_timed_out', 'server_busy', 'internal']

/** A function that could not be found, started or finished, as opposed to one that refused. */
function isOfThePlatform(error: unknown): boolean {
  if (error instanceof AppError) return platformCodes.includes(error.code)
  const { statusCode = 500 } = error as { statusCode?: number }
  return statusCode >= 500
}

function serve(scope: FastifyInstance, deps: Deps, each: KartaFunction): void {
  const { name, bodyBytes } = each
  const callers = new WeakMap<FastifyRequest, { admission: Admission; actor: WorkspaceActor }>()
  const route = {
    method: methods,
    bodyLimit: bodyBytes,
    // Before the body is read.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const admission = await admitWire({ deps, request, reply })
      const actor = await inWire(deps, admission, async (_trx, caller) => allowed(each, caller))
      callers.set(request, { admission, actor })
      deps.bodyRoom.assign(request, actor.workspaceId)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { admission, actor } = callers.get(request)!
      const subPath = (request.params as { '*'?: string })['*'] ?? ''
      const inTransaction: FunctionCall['inTransaction'] = (work) =>
        inWire(deps, admission, (trx, caller) => work(trx, caller as WorkspaceActor))
      const input = () => readBody(request)
      const said = await within(each.seconds, reply, deps, (signal) =>
        each.run({ deps, actor, input, subPath, request, reply, inTransaction, signal }),
      )
      if (said === reply || reply.sent) return reply
      return said === undefined ? reply.status(204).send() : reply.type('application/json').send(JSON.stringify(said))
    },
  }
  for (const url of [`/${name}`, `/${name}/*`]) scope.route({ ...route, url })
}

/** @throws AppError `not_signed_in`, `not_for_api_keys`, `not_allowed`, `api_key_scope` */
function allowed({ may: action }: KartaFunction, caller: WireActor): WorkspaceActor {
  if (caller.kind === 'anon') throw new AppError('not_signed_in')
  requireAction(caller, action)
  return caller
}

/** Runs a function until its time is up. What it does after that is not waited for. */
async function within(
  seconds: number,
  reply: FastifyReply,
  { report }: Pick<Deps, 'report'>,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  const over = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new AppError('function_timed_out'))
    over.abort()
  }, seconds * 1000)
  const gone = () => over.abort()
  reply.raw.once('close', gone)
  const running = run(over.signal)
  running.catch((error: unknown) => {
    const isAnswered = over.signal.aborted && (error as Error).name !== 'AbortError'
    if (isAnswered && !(error instanceof AppError)) report(error, 'a function whose time was up')
  })
  try {
    return await Promise.race([running, late.promise])
  } finally {
    clearTimeout(timer)
    reply.raw.off('close', gone)
  }
}
