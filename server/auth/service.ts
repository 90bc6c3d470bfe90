import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { registerCors } from '../http/cors.ts'
import { readBodiesAsJson } from '../http/json-bodies.ts'
import { roleOfKey } from '../http/project-keys.ts'
import { registerAccounts } from './accounts/endpoints.ts'
import { registerAdmin } from './admin/endpoints.ts'
import { registerCodes } from './codes/endpoints.ts'
import { authContext } from './context.ts'
import { registerExternal } from './external/endpoints.ts'
import { registerFactors } from './factors/endpoints.ts'
import type { Keys } from './keys/keys.ts'
import { registerPasskeys } from './passkeys/endpoints.ts'
import { registerOAuth } from './oauth/endpoints.ts'
import type { Product } from './product.ts'
import { registerDiscovery } from './protocol/discovery.ts'
import { AuthError, registerAuthErrors } from './protocol/errors.ts'
import { registerTimeLimit } from './protocol/time-limit.ts'
import { registerSessions } from './sessions/endpoints.ts'

/** The sign-in service under `/auth/v1`. The official client speaks to it. */
export async function registerAuth(app: FastifyInstance, deps: Deps, product: Product): Promise<void> {
  await app.register(async (auth) => registerService(auth, deps, product), { prefix: '/auth/v1' })
}

function registerService(auth: FastifyInstance, deps: Deps, product: Product): void {
  const { keys } = deps
  const context = authContext(deps, product)
  registerTimeLimit(auth)
  registerAuthErrors(auth)
  registerCors(auth)
  readBodiesAsJson(auth, (why) => new AuthError('bad_json', `Could not parse request body as JSON: ${why}`))
  auth.addHook('onRequest', async (request) => checkApiKey(request, keys))
  registerDiscovery(auth, context)
  registerAccounts(auth, context)
  registerSessions(auth, context)
  registerAdmin(auth, context)
  registerFactors(auth, context)
  registerPasskeys(auth, context)
  registerExternal(auth, context)
  registerCodes(auth, context)
  registerOAuth(auth, context)
}

/**
 * `apikey` is optional, but a wrong one is a mistake in somebody's settings, so it is refused at once. A signed-in
 * person's client may also send the session's token there.
 */
async function checkApiKey(request: FastifyRequest, keys: Keys): Promise<void> {
  const { apikey } = request.headers
  if (apikey === undefined || request.method === 'OPTIONS') return
  if (roleOfKey(keys, String(apikey))) return
  await keys.verifySignature(String(apikey)).catch(() => {
    throw new AuthError('no_authorization', 'Invalid API key')
  })
}
