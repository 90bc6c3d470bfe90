import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeJwt, errors, type JWTPayload } from 'jose'
import { z } from 'zod'
import { isPassing } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import type { Credential } from './callers.ts'
import { Refusal } from './refusals.ts'

/** Verifies what a client shows: one of the two API keys, or an access token. A workspace's API key is read elsewhere. */
export type ReadCredential = (token: string) => Promise<Credential>

type Parts = Pick<Deps, 'keys' | 'now'>

/**
 * @returns a function that rejects with a Refusal. A token that has ended is told from one that was never valid, by this
 *   server's clock: a client's own does not matter.
 */
export function credentialReader({ keys, now }: Parts): ReadCredential {
  return async (token) => {
    if (isSame(token, keys.publishableKey)) return { token, caller: { kind: 'anon' }, expiresAt: undefined }
    if (isSame(token, keys.secretKey)) return { token, caller: { kind: 'operator' }, expiresAt: undefined }
    const claims = await verified(token, keys)
    if (typeof claims.role !== 'string' || typeof claims.exp !== 'number') throw new Refusal('ClaimsMissing')
    checkExpiry(claims.exp, now())
    const [userId, sessionId] = [String(claims.sub), String(claims.session_id)]
    // Whoever has the shared secret can sign anything.
    if (!isUuid(userId) || !isUuid(sessionId)) throw new Refusal('JwtSignatureError')
    const caller = { kind: 'member', userId, sessionId, email: String(claims.email ?? ''), claims } as const
    return { token, caller, expiresAt: claims.exp }
  }
}

/** @throws Refusal `TokenExpired` */
export function checkExpiry(expiresAt: number | undefined, now: Date): void {
  if (expiresAt === undefined) return
  const late = Math.floor(now.getTime() / 1000 - expiresAt)
  if (late >= 0) throw new Refusal('TokenExpired', String(late))
}

async function verified(token: string, keys: Parts['keys']): Promise<JWTPayload> {
  try {
    return await keys.verify(token)
  } catch (error) {
    // The signature was right; how late it is depends on our clock.
    if (error instanceof errors.JWTExpired) return error.payload
    if (isPassing(error)) throw new Refusal('UnableToConnectToProject')
    throw refusalOf(error, token)
  }
}

function refusalOf(error: unknown, token: string): Refusal {
  if (!isJwt(token)) return new Refusal('MalformedJWT')
  const isMissing = error instanceof errors.JWTClaimValidationFailed && error.claim === 'exp'
  return new Refusal(isMissing ? 'ClaimsMissing' : 'JwtSignatureError')
}

function isJwt(token: string): boolean {
  try {
    decodeJwt(token)
    return token.split('.').length === 3
  } catch {
    return false
  }
}

const isUuid = (value: string) => z.guid().safeParse(value).success

/** Takes the same time wherever the two differ. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
