import type { FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import type { Trx } from '../db/connect.ts'
import { AuthError } from './errors.ts'
import { audience, type Keys } from './keys.ts'
import type { UserRow } from './objects.ts'
import { findById, isBanned } from './users.ts'

/** Who a bearer token speaks for. `sessionId` is null for a token made outside a session. */
export type Bearer = { user: UserRow; sessionId: string | null }

/**
 * The claims of the request's bearer token. An API key in its place says only which role it has.
 * @throws AuthError `no_authorization`, `bad_jwt`
 */
export async function readBearer(request: FastifyRequest, keys: Keys): Promise<JWTPayload> {
  const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw new AuthError('no_authorization')
  if (token === keys.publishableKey) return { role: 'anon' }
  if (token === keys.secretKey) return { role: 'service_role' }
  const claims = await keys.verifySignature(token).catch((error: unknown) => {
    throw badJwt(reasonOf(token, error))
  })
  if (claims.aud !== undefined && claims.aud !== audience) throw badJwt('token has invalid audience')
  return claims
}

const badJwt = (reason: string) =>
  new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)

function reasonOf(token: string, error: unknown): string {
  if (token.split('.').length !== 3) return 'token is malformed: token contains an invalid number of segments'
  const { code } = error as { code?: string }
  if (code === 'ERR_JWT_EXPIRED') return 'token has invalid claims: token is expired'
  if (code === 'ERR_JWT_INVALID' || code === 'ERR_JWS_INVALID') return 'token is malformed'
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return 'token has invalid claims'
  return 'token signature is invalid: signature is invalid'
}

/**
 * The account and session that the claims name, which must both still be there.
 * @throws AuthError `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`
 */
export async function loadBearer(trx: Trx, claims: JWTPayload, now: Date): Promise<Bearer> {
  if (!claims.sub) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID', 400)
  const user = await findById(trx, claims.sub)
  if (!user) throw new AuthError('user_not_found')
  const sessionId = claims.session_id ? String(claims.session_id) : null
  if (sessionId !== null && !(await isSessionOf(trx, sessionId, user.id))) throw new AuthError('session_not_found')
  if (isBanned(user, now)) throw new AuthError('user_banned')
  return { user, sessionId }
}

async function isSessionOf(trx: Trx, sessionId: string, userId: string): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const found = await trx
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

const isUuid = (value: string) => z.guid().safeParse(value).success
