import type { FastifyInstance } from 'fastify'
import { originOf } from '../../http/origin.ts'
import { proveOwner } from '../accounts/prove-owner.ts'
import type { AuthContext } from '../context.ts'
import { callerOf } from '../protocol/caller.ts'
import { limited } from '../protocol/limited.ts'
import { uncached } from '../protocol/uncached.ts'
import { readBearer } from '../sessions/bearer.ts'
import { sendOtp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { registerVerify } from './verify-endpoints.ts'

/** Codes and links by mail and text: asking for them, and using them. */
export function registerCodes(auth: FastifyInstance, context: AuthContext): void {
  const { deps } = context
  const settings = deps.config.auth

  for (const path of ['/otp', '/magiclink']) {
    auth.post(path, limited('signUp'), async (request, reply) =>
      uncached(reply).send(await sendOtp(context, request.body, callerOf(request, settings))),
    )
  }
  auth.post('/recover', limited('signUp'), async (request, reply) =>
    uncached(reply).send(await recover(deps, request.body, callerOf(request, settings))),
  )
  auth.post('/resend', limited('signUp'), async (request, reply) =>
    uncached(reply).send(await resend(deps, request.body, callerOf(request, settings))),
  )
  auth.get('/reauthenticate', limited('signUp'), async (request, reply) => {
    const claims = await readBearer(request, deps.keys)
    return uncached(reply).send(await reauthenticate(deps, claims, callerOf(request, settings)))
  })
  auth.post('/reauthenticate', limited('factors'), async (request, reply) => {
    const claims = await readBearer(request, deps.keys)
    return uncached(reply).send(await proveOwner(deps, claims, request.body, originOf(request)))
  })
  registerVerify(auth, context)
}
