import type { FastifyRequest } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { findApp } from '../../http/callers/app-token.ts'
import { isAppToken } from '../../http/key-format.ts'
import { resourceOf } from '../../http/resource.ts'
import { findById } from '../accounts/users.ts'
import { AuthError } from '../protocol/errors.ts'
import { loadBearer, readBearer } from '../sessions/bearer.ts'
import type { UserRow } from '../protocol/objects.ts'

/** Who the person is, as far as the app may know (OpenID Connect). A person's own session sees all of it. */
export async function describePerson(deps: Deps, request: FastifyRequest) {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!isAppToken(token)) {
    const claims = await readBearer(request, deps.keys)
    const { user } = await inAuthScope(deps.db, (trx) => loadBearer(trx, claims, deps.now()))
    return claimsOf(user, ['profile', 'email'])
  }
  const { actor, scopes } = await findApp(deps, token, resourceOf(request)).catch(() => {
    throw new AuthError('bad_jwt', 'invalid token', 401)
  })
  const user = await inAuthScope(deps.db, (trx) => findById(trx, actor.userId))
  if (!user) throw new AuthError('user_not_found')
  return claimsOf(user, scopes)
}

function claimsOf({ id, email, email_confirmed_at, user_metadata }: UserRow, scopes: readonly string[]) {
  const name = user_metadata.full_name ?? user_metadata.name
  return {
    sub: id,
    ...(scopes.includes('email') && email && { email, email_verified: email_confirmed_at !== null }),
    ...(scopes.includes('profile') && typeof name === 'string' && { name }),
  }
}
