import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inAuthScope } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { registerCors } from '../http/cors.ts'
import { registerAdmin } from './admin/endpoints.ts'
import { audit } from './audit.ts'
import { loadBearer, readBearer, roleOfKey } from './sessions/bearer.ts'
import { registerBodies } from './protocol/body.ts'
import { changeUser } from './accounts/change-user.ts'
import { callerOf } from './protocol/caller.ts'
import { registerCodes } from './codes/endpoints.ts'
import { authContext, type AuthContext } from './context.ts'
import { registerDiscovery } from './protocol/discovery.ts'
import { AuthError, registerAuthErrors } from './protocol/errors.ts'
import { registerFactors } from './factors/endpoints.ts'
import { registerExternal } from './external/endpoints.ts'
import { grantToken } from './sessions/grants.ts'
import type { Keys } from './keys/keys.ts'
import { registerPasskeys } from './passkeys/endpoints.ts'
import { rateLimiter } from './protocol/rate-limit.ts'
import { endSessions, originOf, type SignOutScope } from './sessions/sessions.ts'
import { isAnonymous, signUp, type Product } from './accounts/sign-up.ts'
import { registerTimeLimit } from './protocol/time-limit.ts'
import { uncached } from './protocol/uncached.ts'
import { describeUser } from './accounts/users.ts'

/** The sign-in service under `/auth/v1`, as the public client speaks to it. */
export async function registerAuth(app: FastifyInstance, deps: Deps, product: Product): Promise<void> {
  await app.register(async (auth) => registerService(auth, deps, product), { prefix: '/auth/v1' })
}

function registerService(auth: FastifyInstance, deps: Deps, product: Product): void {
  const { keys } = deps
  const context = authContext(deps, product)
  registerTimeLimit(auth)
  registerAuthErrors(auth)
  registerCors(auth)
  registerBodies(auth)
  auth.addHook('onRequest', async (request) => checkApiKey(request, keys))
  registerDiscovery(auth, context)
  registerAccounts(auth, context)
  registerAdmin(auth, context)
  registerFactors(auth, context)
  registerPasskeys(auth, context)
  registerExternal(auth, context)
  registerCodes(auth, context)
}

/** Signing up, in and out, and one's own account. */
function registerAccounts(auth: FastifyInstance, context: AuthContext): void {
  const { deps, limited } = context
  const { db, keys, now, config } = deps
  const limitAnonymous = rateLimiter(config.auth.rateLimits.anonymous, now)
  auth.post('/signup', limited('signUp'), async (request, reply) => {
    if (isAnonymous(request.body)) await limitAnonymous(request, reply)
    return uncached(reply).send(await signUp(context, request.body, callerOf(request, config.auth)))
  })

  auth.post('/token', limited('token'), async (request, reply) =>
    uncached(reply).send(await grantToken(context, request)),
  )

  auth.get('/user', async (request, reply) => {
    const claims = await readBearer(request, keys)
    const user = await inAuthScope(db, async (trx) => describeUser(trx, (await loadBearer(trx, claims, now())).user))
    return uncached(reply).send(user)
  })

  auth.put('/user', limited('signUp'), async (request, reply) =>
    uncached(reply).send(
      await changeUser(context, await readBearer(request, keys), request.body, callerOf(request, config.auth)),
    ),
  )

  auth.post('/logout', async (request, reply) => {
    const claims = await readBearer(request, keys)
    await inAuthScope(db, async (trx) => {
      const { user, sessionId } = await loadBearer(trx, claims, now())
      const scope = readScope(request)
      await endSessions(trx, user.id, sessionId, scope)
      await audit(trx, { action: 'logout', userId: user.id, origin: originOf(request), detail: { scope }, now: now() })
    })
    return reply.status(204).send()
  })
}

/**
 * A call may come without `apikey`, but a wrong one is a mistake in somebody's settings and is said at once.
 * The client of a signed-in person may also put the session's token there.
 */
async function checkApiKey(request: FastifyRequest, keys: Keys): Promise<void> {
  const { apikey } = request.headers
  if (apikey === undefined || request.method === 'OPTIONS') return
  if (roleOfKey(keys, String(apikey))) return
  await keys.verifySignature(String(apikey)).catch(() => {
    throw new AuthError('no_authorization', 'Invalid API key')
  })
}

function readScope(request: FastifyRequest): SignOutScope {
  const { scope = 'global' } = request.query as { scope?: string }
  if (scope === '' || scope === 'global') return 'global'
  if (scope === 'local' || scope === 'others') return scope
  throw new AuthError('validation_failed', `Unsupported logout scope "${scope}"`)
}
