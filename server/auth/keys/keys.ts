import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { jwtVerify, type JWK, type JWTHeaderParameters, type JWTPayload, type JWTVerifyOptions } from 'jose'
import { AppError } from '#domain/errors.ts'
import { isUuid } from '#domain/schema/uuid.ts'
import { inAuthScope, type Db } from '../../db/connect.ts'
import type { VerifyToken } from '../../http/callers/token.ts'
import type { AuthSettings } from '../settings.ts'
import { ensureKeys, readKeys, type StoredKeys } from './key-store.ts'
import { openKnownTokens } from './known-tokens.ts'
import type { Sealer } from './sealing.ts'
import { signToken } from './sign-token.ts'
import { algorithms, secretKey, type Algorithm, type SigningKey } from './signing-keys.ts'

/** Signs and verifies access tokens, and holds the two API keys. */
export type Keys = {
  sign(claims: JWTPayload): string
  /** Signs something to be kept, of the named type, with a key that everybody can verify. Returns its public half too. */
  signRecord(type: string, content: JWTPayload): { signature: string; publicKey: JWK }
  /** Verifies a session's access token: signature, expiry, audience, issuer. Rejects with jose's error. */
  verify(token: string, looksUp?: boolean): Promise<JWTPayload>
  /** Verifies the signature, and the expiry if there is one. The sign-in service checks the rest itself. */
  verifySignature(token: string): Promise<JWTPayload>
  /** The issuer in our tokens. */
  issuer: string
  /** The public halves only. */
  readonly jwks: { keys: JWK[] }
  /** What the browser sends as `apikey`. By itself it grants nothing. */
  publishableKey: string
  /** Gives access to the sign-in service's administration. */
  secretKey: string
  /** For addresses of stored objects that work without a token of their own. Nobody signs in with this key. */
  addresses: {
    sign(claims: JWTPayload): string
    /** Verifies the signature and the expiry. Rejects with jose's error. */
    verify(token: string): Promise<JWTPayload>
  }
  /** Picks up keys that were added or retired in the meantime. */
  reload(): Promise<void>
}

export const audience = 'authenticated'

/** Minimum time between two lookups of keys that tokens name but we do not know. */
const lookAgainMs = 1000

type Settings = Pick<AuthSettings, 'jwtSecret' | 'jwtKeys'>
type Signer = { algorithm: Algorithm; kid: string | undefined; key: KeyObject }

/**
 * Loads the keys, and makes those in the database if there are none. A key of `AUTH_JWT_KEYS` signs if there is one, or
 * else `AUTH_JWT_SECRET` if it is set, or else the newest key in the database. All of them are accepted, so that changing
 * the settings signs nobody out.
 */
export async function openKeys(
  { db, sealer, now }: { db: Db; sealer: Sealer; now: () => Date },
  issuer: string,
  settings: Settings,
): Promise<Keys> {
  await inAuthScope(db, (trx) => ensureKeys(trx, sealer, now()))
  const secret = settings.jwtSecret === undefined ? undefined : secretKey(settings.jwtSecret)
  const readStored = () => inAuthScope(db, (trx) => readKeys(trx, sealer))
  let stored = await readStored()
  const storageKey = secretKey(stored.storageKey!)
  const believed = () => [...(settings.jwtKeys ?? []), ...stored.signingKeys]
  const idsOf = ({ signingKeys }: StoredKeys) => signingKeys.map(({ kid }) => kid).join(' ')
  const known = openKnownTokens(now)

  async function reload(): Promise<void> {
    const before = idsOf(stored)
    stored = await readStored()
    // Some tokens may be signed with a key that was retired.
    if (idsOf(stored) !== before) known.forget()
  }
  const lookAgain = atMostEvery(lookAgainMs, reload)

  /**
   * If a token names a key, only that key is tried, and only with the algorithm it is for.
   * @param looksUp whether to look for a key that is not known yet
   */
  async function keyFor({ alg, kid }: JWTHeaderParameters, looksUp: boolean): Promise<KeyObject> {
    const find = () => (kid === undefined ? undefined : believed().find((key) => key.kid === kid))
    let key = find()
    if (!key && alg === 'HS256' && secret) return secret
    if (!key && kid !== undefined && alg !== 'HS256' && looksUp) {
      await lookAgain()
      key = find()
    }
    if (!key || key.algorithm !== alg) throw new Error('signature is invalid')
    return key.publicKey
  }

  async function read(token: string, demands: JWTVerifyOptions = {}, looksUp = true): Promise<JWTPayload> {
    const options = { ...demands, algorithms: [...algorithms], currentDate: now() }
    const { payload } = await jwtVerify(token, (header) => keyFor(header, looksUp), options)
    return payload
  }

  return {
    get jwks() {
      return { keys: believed().flatMap(({ published }) => published ?? []) }
    },
    publishableKey: stored.publishableKey,
    secretKey: stored.secretKey,
    issuer,
    sign: (claims) => signToken(claims, signer(settings.jwtKeys, secret, stored)),
    signRecord(type, content) {
      // A shared secret cannot be published, so the newest key of the database signs instead.
      const candidates = [...(settings.jwtKeys ?? []), ...stored.signingKeys]
      const { algorithm, kid, privateKey, published } = candidates.find((key) => key.signs && key.published)!
      return {
        signature: signToken(content, { algorithm, kid, key: privateKey! }, type),
        publicKey: published!,
      }
    },
    verify: async (token, looksUp) => {
      const found = known.find(token)
      if (found) return found
      const before = stored
      const claims = await read(token, { audience, issuer, requiredClaims: ['exp', 'sub', 'session_id'] }, looksUp)
      // Its key may have been retired meanwhile.
      return stored === before ? known.keep(token, claims) : claims
    },
    verifySignature: (token) => read(token),
    addresses: {
      sign: (claims) => signToken(claims, { algorithm: 'HS256', kid: undefined, key: storageKey }),
      verify: async (token) =>
        (await jwtVerify(token, storageKey, { algorithms: ['HS256'], currentDate: now(), requiredClaims: ['exp'] }))
          .payload,
    },
    reload,
  }
}

function signer(given: SigningKey[] | undefined, secret: KeyObject | undefined, stored: StoredKeys): Signer {
  if (!given && secret) return { algorithm: 'HS256', kid: undefined, key: secret }
  const { algorithm, kid, privateKey } = (given ?? stored.signingKeys).find((key) => key.signs)!
  return { algorithm, kid, key: privateKey! }
}

/** Calls that arrive while `work` has to pause share its next run, so that made-up key ids cost no queries. */
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

/** How the product verifies a bearer token. Whether the session still exists is checked together with the workspace. */
export function tokenVerifier(keys: Keys): VerifyToken {
  return async (token, looksUp) => {
    const claims = await keys.verify(token, looksUp).catch((error: { code?: string }) => {
      throw new AppError('not_signed_in', error.code === 'ERR_JWT_EXPIRED' ? { reason: 'token_expired' } : {})
    })
    const [userId, sessionId] = [String(claims.sub), String(claims.session_id)]
    // Whoever has the shared secret can sign anything.
    if (!isUuid(userId) || !isUuid(sessionId)) throw new AppError('not_signed_in')
    return { userId, sessionId, email: String(claims.email ?? ''), expiresAt: new Date(claims.exp! * 1000) }
  }
}
