import type { FastifyInstance } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import type { AuthContext } from '../context.ts'
import { callerOf } from '../protocol/caller.ts'
import { limited } from '../protocol/limited.ts'
import { uncached } from '../protocol/uncached.ts'
import { loadBearer, readBearer } from '../sessions/bearer.ts'
import { changeUser } from './change-user.ts'
import { isAnonymous, signUp } from './sign-up.ts'
import { describeUser } from './users.ts'

/** Signing up, and reading and changing the caller's own account. */
export function registerAccounts(auth: FastifyInstance, context: AuthContext): void {
  const { deps } = context
  const { db, keys, now, config, limiter } = deps
  auth.post('/signup', limited('signUp'), async (request, reply) => {
    if (isAnonymous(request.body)) await limiter.count('anonymous', request, reply)
    return uncached(reply).send(await signUp(context, request.body, callerOf(request, config.auth)))
  })

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
}
