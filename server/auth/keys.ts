import { randomBytes, randomUUID } from 'node:crypto'
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose'
import { AppError } from '#domain/errors.ts'
import { inAuthScope, type Db } from '../db/connect.ts'
import type { VerifyToken } from '../http/auth.ts'

/** Signs and checks access tokens, and knows the two API keys. Made at first start, kept in the database. */
export type Keys = {
  sign(claims: JWTPayload): Promise<string>
  /** A session's access token: signature, expiry, audience, issuer. Rejects with jose's error. */
  verify(token: string): Promise<JWTPayload>
  /** Signature, and expiry if there is one: the sign-in service says itself what else is wrong. */
  verifySignature(token: string): Promise<JWTPayload>
  /** Who the tokens say made them. */
  issuer: string
  /** Public halves only. */
  jwks: { keys: JWK[] }
  /** What the browser sends as `apikey`; it opens nothing by itself. */
  publishableKey: string
  /** Opens the administrator's calls of the sign-in service. */
  secretKey: string
}

const algorithm = 'ES256'
export const audience = 'authenticated'

/** Loads the keys; makes them when there are none. Two servers starting at once agree on one set. */
export async function openKeys(db: Db, issuer: string): Promise<Keys> {
  const { signingKeys, apiKeys } = await inAuthScope(db, async (trx) => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const privateJwk = await exportJWK(privateKey)
    await trx
      .insertInto('auth.signing_keys')
      .values({ kid: randomUUID(), algorithm, private_jwk: JSON.stringify(privateJwk), active: true })
      .onConflict((conflict) => conflict.column('active').where('active', '=', true).doNothing())
      .execute()
    await trx
      .insertInto('auth.api_keys')
      .values([
        { kind: 'publishable', key: `sb_publishable_${randomBytes(24).toString('base64url')}` },
        { kind: 'secret', key: `sb_secret_${randomBytes(32).toString('base64url')}` },
      ])
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .execute()
    return {
      signingKeys: await trx.selectFrom('auth.signing_keys').selectAll().execute(),
      apiKeys: await trx.selectFrom('auth.api_keys').selectAll().execute(),
    }
  })

  const active = signingKeys.find((key) => key.active)!
  const signingKey = await importJWK({ ...(active.private_jwk as JWK), key_ops: ['sign'] }, active.algorithm)
  const publicKeys = new Map<string, CryptoKey | Uint8Array>()
  const published: JWK[] = []
  for (const { kid, algorithm: alg, private_jwk } of signingKeys) {
    const { d: _, ...jwk } = private_jwk as JWK
    published.push({ ...jwk, kid, alg, use: 'sig', key_ops: ['verify'], ext: true })
    publicKeys.set(kid, await importJWK({ ...jwk, key_ops: ['verify'] }, alg))
  }
  const apiKey = (kind: string) => apiKeys.find((row) => row.kind === kind)!.key

  const algorithms = [...new Set(signingKeys.map((key) => key.algorithm))]
  const read = async (token: string, demands: JWTVerifyOptions = {}): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = publicKeys.get(header.kid ?? '')
        if (!key) throw new Error('signature is invalid')
        return key
      },
      { ...demands, algorithms },
    )
    return payload
  }

  return {
    jwks: { keys: published },
    publishableKey: apiKey('publishable'),
    secretKey: apiKey('secret'),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: active.algorithm, typ: 'JWT', kid: active.kid }).sign(signingKey),
    verify: (token) => read(token, { audience, issuer, requiredClaims: ['exp', 'sub', 'session_id'] }),
    verifySignature: (token) => read(token),
    issuer,
  }
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
