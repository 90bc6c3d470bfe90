import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import { originOf } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../protocol/errors.ts'
import { uncached } from '../protocol/uncached.ts'
import { loadBearer, readBearer } from './bearer.ts'
import { grantToken } from './grants.ts'
import { isRefresh, refreshLimits } from './refresh-limits.ts'
import { openPasswordGate } from './sign-in.ts'
import { endSessions, type SignOutScope } from './sessions.ts'

/** Signing in and out. */
export function registerSessions(auth: FastifyInstance, context: AuthContext): void {
  const { deps } = context
  const { db, keys, now, limiter } = deps
  const refreshes = refreshLimits(limiter)
  const passwords = openPasswordGate()
  const limits: RouteShorthandOptions = {
    async onRequest(request, reply) {
      if (isRefresh(request)) await refreshes.countArrival(request, reply)
      else await limiter.count('token', request, reply)
    },
    async errorHandler(error, request, reply) {
      if (isRefresh(request)) await refreshes.countRefusal(error, request, reply)
      throw error
    },
    // The limit of all calls of an address would let one person's attempts sign out the others there.
    config: { limit: false },
  }
  auth.post('/token', limits, async (request, reply) => {
    const countRefresh = (sessionId: string) => refreshes.countSession(sessionId, reply)
    return uncached(reply).send(await grantToken(context, { countRefresh, passwords }, request))
  })

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

function readScope(request: FastifyRequest): SignOutScope {
  const { scope = 'global' } = request.query as { scope?: string }
  if (scope === '' || scope === 'global') return 'global'
  if (scope === 'local' || scope === 'others') return scope
  throw new AuthError('validation_failed', `Unsupported logout scope "${scope}"`)
}
