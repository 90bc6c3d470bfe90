import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { jwtVerify, SignJWT, type JWK, type JWTHeaderParameters, type JWTPayload, type JWTVerifyOptions } from 'jose'
import { AppError } from '#domain/errors.ts'
import { inAuthScope, type Db } from '../../db/connect.ts'
import type { VerifyToken } from '../../http/callers/token.ts'
import type { AuthSettings } from '../settings.ts'
import { ensureKeys, readKeys, type StoredKeys } from './key-store.ts'
import { algorithms, secretKey, type Algorithm, type SigningKey } from './signing-keys.ts'

/** Signs and checks access tokens, and knows the two API keys. */
export type Keys = {
  sign(claims: JWTPayload): Promise<string>
  /** A session's access token: signature, expiry, audience, issuer. Rejects with jose's error. */
  verify(token: string): Promise<JWTPayload>
  /** Signature, and expiry if there is one: the sign-in service says itself what else is wrong. */
  verifySignature(token: string): Promise<JWTPayload>
  /** Who the tokens say made them. */
  issuer: string
  /** Public halves only. */
  readonly jwks: { keys: JWK[] }
  /** What the browser sends as `apikey`; it opens nothing by itself. */
  publishableKey: string
  /** Opens the administrator's calls of the sign-in service. */
  secretKey: string
  /** Looks for keys that were added or retired meanwhile. */
  reload(): Promise<void>
}

export const audience = 'authenticated'

/** Least time between two looks for a key that a token names and nobody here knows. */
const lookAgainMs = 1000

type Settings = Pick<AuthSettings, 'jwtSecret' | 'jwtKeys'>
type Signer = { algorithm: Algorithm; kid: string | undefined; key: KeyObject }

/**
 * Loads the keys; makes those of the database when there are none. A key of `AUTH_JWT_KEYS` signs if there are any,
 * else `AUTH_JWT_SECRET` if set, else the newest key of the database. All of them are believed, so that settings can
 * change without anybody being signed out.
 */
export async function openKeys(db: Db, issuer: string, settings: Settings, now: () => Date): Promise<Keys> {
  await inAuthScope(db, (trx) => ensureKeys(trx, now()))
  const secret = settings.jwtSecret === undefined ? undefined : secretKey(settings.jwtSecret)
  let stored = await inAuthScope(db, readKeys)
  const believed = () => [...(settings.jwtKeys ?? []), ...stored.signingKeys]

  async function reload(): Promise<void> {
    stored = await inAuthScope(db, readKeys)
  }
  const lookAgain = atMostEvery(lookAgainMs, reload)

  /** A key that the token names is the only one it is tried with, and only in the way the key is for. */
  async function keyFor({ alg, kid }: JWTHeaderParameters): Promise<KeyObject> {
    const find = () => (kid === undefined ? undefined : believed().find((key) => key.kid === kid))
    let key = find()
    if (!key && alg === 'HS256' && secret) return secret
    if (!key && kid !== undefined && alg !== 'HS256') {
      await lookAgain()
      key = find()
    }
    if (!key || key.algorithm !== alg) throw new Error('signature is invalid')
    return key.publicKey
  }

  async function read(token: string, demands: JWTVerifyOptions = {}): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, keyFor, { ...demands, algorithms: [...algorithms], currentDate: now() })
    return payload
  }

  return {
    get jwks() {
      return { keys: believed().flatMap(({ published }) => published ?? []) }
    },
    publishableKey: stored.publishableKey,
    secretKey: stored.secretKey,
    issuer,
    sign(claims) {
      const { algorithm, kid, key } = signer(settings.jwtKeys, secret, stored)
      return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(kid && { kid }) }).sign(key)
    },
    verify: (token) => read(token, { audience, issuer, requiredClaims: ['exp', 'sub', 'session_id'] }),
    verifySignature: (token) => read(token),
    reload,
  }
}

function signer(given: SigningKey[] | undefined, secret: KeyObject | undefined, stored: StoredKeys): Signer {
  if (!given && secret) return { algorithm: 'HS256', kid: undefined, key: secret }
  const { algorithm, kid, privateKey } = (given ?? stored.signingKeys).find((key) => key.signs)!
  return { algorithm, kid, key: privateKey! }
}

/** Calls that come while `work` may not run yet wait for its next run together: made-up keys cost no queries. */
function atMostEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let resting: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return () =>
    (next ??= resting.then(async () => {
      next = undefined
      resting = delay(ms, undefined, { ref: false })
      await work()
    }))
}

/** The product's check of a bearer token; whether the session still lives is checked with the workspace. */
export function tokenVerifier(keys: Keys): VerifyToken {
  return async (token) => {
    const claims = await keys.verify(token).catch(() => {
      throw new AppError('not_signed_in')
    })
    return { userId: String(claims.sub), sessionId: String(claims.session_id), email: String(claims.email ?? '') }
  }
}
