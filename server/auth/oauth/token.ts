import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import { bePatient } from '../../db/patience.ts'
import type { Deps } from '../../deps.ts'
import { originOf } from '../../http/origin.ts'
import { findById, isBanned } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { Authorization } from './authorizations.ts'
import { authenticateClient } from './client-auth.ts'
import type { Client } from './clients.ts'
import { AppRefusal } from './errors.ts'
import { readForm, type Form } from './form.ts'
import { resourceNamed } from './resources.ts'
import { hashOf } from './secrets.ts'
import { issueTokens } from './tokens.ts'

type Tokens = Awaited<ReturnType<typeof issueTokens>>

/**
 * The token endpoint: trades a code, or a refresh token, for an access token and the next refresh token.
 * @throws AppRefusal, ClientRefused
 */
export async function grantAppToken(deps: Deps, request: FastifyRequest): Promise<Tokens> {
  const form = readForm(request.body)
  const result = await inAuthScope(deps.db, async (trx) => {
    await bePatient(trx, 'refresh')
    const client = await authenticateClient(trx, request, form)
    const authorization = await authorizationOf(trx, client, form, deps.now())
    if ('isReused' in authorization) {
      await endAuthorization(trx, authorization.isReused, request, deps.now())
      return 'reused'
    }
    return issue(trx, deps, authorization, form)
  })
  // Refuse only after the commit: an error in the transaction would bring the tokens back.
  if (result === 'reused') throw new AppRefusal('invalid_grant', 'It was used before; whatever came of it has ended')
  return result
}

type Found = Authorization | { isReused: Authorization }

function authorizationOf(trx: Trx, client: Client, form: Form, now: Date): Promise<Found> {
  if (form.grant_type === 'authorization_code') return useCode(trx, client, form, now)
  if (form.grant_type === 'refresh_token') return useRefreshToken(trx, client, form, now)
  throw new AppRefusal('unsupported_grant_type', 'grant_type is authorization_code or refresh_token')
}

const unusable = (what: string) => new AppRefusal('invalid_grant', `${what} is not valid, or no longer`)

/** A code works once, for the client that asked, with the address and the verifier it asked with. */
async function useCode(trx: Trx, client: Client, form: Form, now: Date): Promise<Found> {
  const found = await trx
    .selectFrom('auth.oauth_authorizations')
    .selectAll()
    .where('code_hash', '=', hashOf(form.code ?? ''))
    .where('client_id', '=', client.id)
    .forUpdate()
    .executeTakeFirst()
  if (!found?.grant_id) throw unusable('The code')
  const proof = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url')
  if (proof !== found.code_challenge)
    throw new AppRefusal('invalid_grant', 'code_verifier does not match code_challenge')
  if (form.redirect_uri !== undefined && form.redirect_uri !== found.redirect_uri) {
    throw new AppRefusal('invalid_grant', 'redirect_uri is not the one that the code was sent to')
  }
  if (found.code_used_at) return { isReused: found }
  if (Date.parse(found.expires_at) <= now.getTime()) throw unusable('The code')
  await trx.updateTable('auth.oauth_authorizations').set({ code_used_at: now }).where('id', '=', found.id).execute()
  return found
}

/** A refresh token works once, too. Whoever shows a used one may have stolen it, so all that came of it ends. */
async function useRefreshToken(trx: Trx, client: Client, form: Form, now: Date): Promise<Found> {
  const hash = hashOf(form.refresh_token ?? '')
  const token = await trx
    .selectFrom('auth.oauth_tokens as t')
    .innerJoin('auth.oauth_authorizations as a', 'a.id', 't.authorization_id')
    .selectAll('a')
    .select(['t.used_at', 't.expires_at as token_expires_at'])
    .where('t.token_hash', '=', hash)
    .where('t.kind', '=', 'refresh')
    .where('a.client_id', '=', client.id)
    .forUpdate()
    .executeTakeFirst()
  if (!token) throw unusable('The refresh token')
  const { used_at, token_expires_at, ...authorization } = token
  if (used_at) return { isReused: authorization }
  if (Date.parse(token_expires_at) <= now.getTime()) throw unusable('The refresh token')
  await trx.updateTable('auth.oauth_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute()
  // The access token of before ends with it.
  await trx
    .deleteFrom('auth.oauth_tokens')
    .where('authorization_id', '=', authorization.id)
    .where('kind', '=', 'access')
    .execute()
  return authorization
}

async function issue(trx: Trx, deps: Deps, authorization: Authorization, form: Form): Promise<Tokens> {
  const now = deps.now()
  const user = await findById(trx, authorization.user_id!)
  if (!user || isBanned(user, now)) throw unusable('What the person allowed')
  const resource = resourceNamed(deps.config.publicUrl, form.resource)
  if (authorization.resource !== null && resource !== null && resource !== authorization.resource) {
    throw new AppRefusal('invalid_target', 'resource is not the one that the person was asked about')
  }
  const grant = await trx
    .selectFrom('auth.oauth_grants')
    .select(['scopes', 'workspace_id'])
    .where('id', '=', authorization.grant_id)
    .executeTakeFirstOrThrow()
  const scopes = authorization.scopes.filter((scope) => grant.scopes.includes(scope))
  const asked = (form.scope ?? '').split(' ').filter((scope) => scope && scope !== 'offline_access')
  if (asked.some((scope) => !scopes.includes(scope))) {
    throw new AppRefusal('invalid_scope', 'scope is more than the person allowed')
  }
  // An app may ask for less, for this access token alone (RFC 6749, section 6).
  const narrower = asked.length > 0 ? scopes.filter((scope) => asked.includes(scope)) : null
  return issueTokens(trx, deps, { authorization, scopes, narrower, workspaceId: grant.workspace_id, now })
}

async function endAuthorization(
  trx: Trx,
  { id, user_id, client_id }: Authorization,
  request: FastifyRequest,
  now: Date,
) {
  await trx.deleteFrom('auth.oauth_authorizations').where('id', '=', id).execute()
  const detail = { client_id }
  await audit(trx, { action: 'app_token_reused', userId: user_id, origin: originOf(request), detail, now })
}
