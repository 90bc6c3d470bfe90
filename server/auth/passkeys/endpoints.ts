import type { FastifyInstance } from 'fastify'
import { originOf } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { limited } from '../protocol/limited.ts'
import { uncached } from '../protocol/uncached.ts'
import { readBearer } from '../sessions/bearer.ts'
import { addPasskey, askForPasskey } from './add-passkey.ts'
import { listOwn, removeOwn, renameOwn } from './passkeys.ts'
import { askWho, signInWithPasskey } from './sign-in.ts'

type OfPasskey = { Params: { id: string } }

/** Passkeys: adding them, signing in with them, and listing the caller's own. */
export function registerPasskeys(auth: FastifyInstance, { deps }: AuthContext): void {
  const { keys } = deps
  auth.post('/passkeys/registration/options', limited('factors'), async (request, reply) =>
    uncached(reply).send(await askForPasskey(deps, await readBearer(request, keys))),
  )

  auth.post('/passkeys/registration/verify', limited('factors'), async (request) =>
    addPasskey(deps, await readBearer(request, keys), request.body, originOf(request)),
  )

  auth.post('/passkeys/authentication/options', limited('token'), async (_request, reply) =>
    uncached(reply).send(await askWho(deps)),
  )

  auth.post('/passkeys/authentication/verify', limited('token'), async (request, reply) =>
    uncached(reply).send(await signInWithPasskey(deps, request.body, originOf(request))),
  )

  auth.get('/passkeys', async (request, reply) =>
    uncached(reply).send(await listOwn(deps, await readBearer(request, keys))),
  )

  auth.patch<OfPasskey>('/passkeys/:id', limited('factors'), async (request) =>
    renameOwn(deps, await readBearer(request, keys), request.params.id, request.body),
  )

  auth.delete<OfPasskey>('/passkeys/:id', limited('factors'), async (request, reply) => {
    await removeOwn(deps, await readBearer(request, keys), request.params.id, originOf(request))
    return reply.status(204).send()
  })
}
