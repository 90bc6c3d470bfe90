import { decodeJwt, errors, type JWTPayload } from 'jose'
import { isUuid } from '#domain/schema/uuid.ts'
import { isPassing } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import { countRequest } from '../http/callers/api-key.ts'
import { hashApiKey, isApiKey } from '../http/key-format.ts'
import { roleOfKey } from '../http/project-keys.ts'
import { isTrackingToken, readTrackingToken } from '../http/tracking-token.ts'
import type { Credential, RealtimeCaller } from './callers.ts'
import { Refusal } from './refusals.ts'

/** Verifies what a client shows: one of the two keys of this server, a workspace's API key, or an access token. */
export type ReadCredential = (token: string, address: string | null) => Promise<Credential>

/**
 * A token that has ended is told from one that was never valid, by this server's clock: a client's own does not matter. An
 * API key counts as one request of its workspace.
 * @returns a function, to be called with the token and where it comes from, that rejects with a Refusal, or with the AppError that says why an API key is refused
 */
export function credentialReader(deps: Deps): ReadCredential {
  const { keys, now } = deps
  return async (token, address) => {
    const role = roleOfKey(keys, token)
    if (role) return { token, caller: callerOfRole(role)!, expiresAt: undefined }
    if (isApiKey(token)) {
      const { keyId, workspaceId } = await countRequest(deps, { key: token, wanted: null, address }, () => {})
      const caller = { kind: 'key', keyId, workspaceId, hash: hashApiKey(token)!, address } as const
      return { token, caller, expiresAt: undefined }
    }
    const claims = await verified(token, keys)
    if (typeof claims.role !== 'string' || typeof claims.exp !== 'number') throw new Refusal('ClaimsMissing')
    checkExpiry(claims.exp, now())
    const caller = callerOfRole(claims.role, claims.sub) ?? memberOf(claims)
    return { token, caller, expiresAt: claims.exp }
  }
}

/** The token of a tracking page is for one channel: it opens no socket. */
export const readLink = (token: string): Credential | undefined =>
  isTrackingToken(token)
    ? { token, caller: { kind: 'recipient', link: readTrackingToken(token) }, expiresAt: undefined }
    : undefined

/** @throws Refusal `TokenExpired` */
export function checkExpiry(expiresAt: number | undefined, now: Date): void {
  if (expiresAt === undefined) return
  const late = Math.floor(now.getTime() / 1000 - expiresAt)
  if (late >= 0) throw new Refusal('TokenExpired', String(late))
}

/** A key, or a token that names a role and nobody. */
function callerOfRole(role: string, subject?: string): RealtimeCaller | undefined {
  if (subject !== undefined) return undefined
  return role === 'anon' ? { kind: 'anon' } : role === 'service_role' ? { kind: 'operator' } : undefined
}

function memberOf(claims: JWTPayload): RealtimeCaller {
  const [userId, sessionId] = [String(claims.sub), String(claims.session_id)]
  // Whoever has the shared secret can sign anything.
  if (!isUuid(userId) || !isUuid(sessionId)) throw new Refusal('JwtSignatureError')
  return { kind: 'member', userId, sessionId, email: String(claims.email ?? ''), claims }
}

async function verified(token: string, keys: Deps['keys']): Promise<JWTPayload> {
  const claimed = decoded(token)
  if (!claimed) throw new Refusal('MalformedJWT')
  try {
    return await (claimed.sub === undefined ? verifiedKey(token, keys) : keys.verify(token))
  } catch (error) {
    // The signature was right; how late it is depends on our clock.
    if (error instanceof errors.JWTExpired) return error.payload
    if (isPassing(error)) throw new Refusal('UnableToConnectToProject')
    const isMissing = error instanceof errors.JWTClaimValidationFailed && error.claim === 'exp'
    throw new Refusal(isMissing ? 'ClaimsMissing' : 'JwtSignatureError')
  }
}

/** A key in the old form. Karta signs other things with the same key, for readers of their own. */
async function verifiedKey(token: string, keys: Deps['keys']): Promise<JWTPayload> {
  const claims = await keys.verifySignature(token)
  if (claims.aud !== undefined && claims.aud !== 'authenticated') throw new Refusal('JwtSignatureError')
  return claims
}

function decoded(token: string): JWTPayload | undefined {
  try {
    return token.split('.').length === 3 ? decodeJwt(token) : undefined
  } catch {
    return undefined
  }
}
