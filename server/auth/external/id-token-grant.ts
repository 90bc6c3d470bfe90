import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import { originOf } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, OAuthShapedError } from '../protocol/errors.ts'
import { loadBearer, readBearer } from '../sessions/bearer.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { toSessionReply } from '../sessions/sessions.ts'
import { admit, openExternalSession } from './admit.ts'
import { chooseAccount } from './choose-account.ts'
import { findIssuer, readIdToken } from './id-token.ts'
import { linkIdentity } from './link-identity.ts'

const IdTokenGrant = z.object({
  id_token: z.string().default(''),
  access_token: z.string().default(''),
  nonce: z.string().default(''),
  provider: z.string().default(''),
  client_id: z.string().default(''),
  issuer: z.string().default(''),
  link_identity: z.boolean().default(false),
})

/**
 * The id_token grant: an app has already sent the person to a provider. Gives them a session, or adds the identity to the
 * caller's account.
 * @throws AuthError, OAuthShapedError
 */
export async function grantForIdToken(context: AuthContext, request: FastifyRequest) {
  const { deps, providers } = context
  const { now } = deps
  const body = readBody(IdTokenGrant, request.body)
  const linkingUserId = body.link_identity ? await linkingUser(context, request) : null
  if (!body.id_token) throw new OAuthShapedError('invalid request', 'id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new OAuthShapedError('invalid request', 'provider or client_id and issuer required')
  }
  const { id_token: token, access_token: accessToken, nonce } = body
  const profile = await readIdToken(findIssuer(providers, body), { token, accessToken, nonce }, now())
  const visit = { origin: originOf(request), now: now(), redirectTo: deps.config.auth.siteUrl, flowStateId: null }
  const open = await admit(deps, {
    choose: (trx) =>
      linkingUserId
        ? linkIdentity(trx, context, linkingUserId, profile, visit)
        : chooseAccount(trx, context, profile, visit),
    give: (trx, userId) => openExternalSession(trx, deps, userId, visit),
  })
  return toSessionReply(deps, open)
}

async function linkingUser({ deps }: AuthContext, request: FastifyRequest): Promise<string> {
  const claims = await readBearer(request, deps.keys)
  return inAuthScope(deps.db, async (trx) => {
    const bearer = await loadBearer(trx, claims, deps.now())
    if (!deps.config.auth.manualLinking) throw new AuthError('manual_linking_disabled')
    await requireFresh(trx, deps, bearer)
    return bearer.user.id
  })
}
